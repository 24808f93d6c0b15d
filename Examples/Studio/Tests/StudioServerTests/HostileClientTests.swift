import Foundation
import HandRecording
import Mudra
import StudioServer
import Testing

extension StudioServerTests {
  @Suite struct HostileClientTests {
    /// What the server says to a handshake, and how long it took.
    private func refusal(_ address: StudioAddress, _ handshake: String) throws -> (head: String, seconds: Double) {
      let start = ContinuousClock.now
      let client = try SocketClient(port: address.port, handshake: handshake)
      return (client.head + client.rest(), Double((ContinuousClock.now - start).components.seconds))
    }

    /// Whether a client that does nothing wrong is answered.
    private func isWell(_ address: StudioAddress) throws -> Bool {
      let client = try SocketClient(address)
      client.send(binary: try StudioFixture.still("Victory_right"))
      return try client.message("result")["number"] as? Int == 1
    }

    @Test func `other origins and hosts are refused at once, with a reason`() async throws {
      try await StudioFixture.withServer { address, server in
        for (handshake, status) in [
          (SocketClient.handshake(port: address.port, origin: "http://example.org"), "403"),
          (SocketClient.handshake(port: address.port, origin: ""), "403"),
          (SocketClient.handshake(port: address.port, origin: "null"), "403"),
          (SocketClient.handshake(port: address.port, origin: "https://localhost:\(address.port)"), "403"),
          (SocketClient.handshake(port: address.port, host: "example.org"), "403"),
          (SocketClient.handshake(port: address.port, host: "localhost:1"), "403"),
          (SocketClient.handshake(port: address.port, path: "/other"), "404"),
          (SocketClient.handshake(port: address.port, more: "Host: localhost\r\n"), "403"),
          (SocketClient.handshake(port: address.port, version: "1.0"), "505"),
          ("GET / HTTP/1.1\r\n\r\n", "403"), ("POST / HTTP/1.1\r\nHost: localhost:\(address.port)\r\n\r\n", "405"),
          ("GET /../../Package.swift HTTP/1.1\r\nHost: localhost:\(address.port)\r\nConnection: close\r\n\r\n", "404"),
        ] {
          let (answer, seconds) = try refusal(address, handshake)
          #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(handshake): \(answer)")
          #expect(answer.contains("\r\n\r\n"))
          #expect(seconds < 4)
        }
        #expect(server.openSocketCount == 0)
        #expect(try isWell(address))
      }
    }

    @Test func `the page's files may load nothing from elsewhere`() async throws {
      try await StudioFixture.withServer { address, _ in
        for (path, type) in [("/", "text/html"), ("/main.js", "text/javascript"), ("/samples/two_0.png", "image/png")] {
          let client = try SocketClient(
            port: address.port,
            handshake: "GET \(path) HTTP/1.1\r\nHost: localhost:\(address.port)\r\nConnection: close\r\n\r\n")
          #expect(client.head.hasPrefix("HTTP/1.1 200"))
          #expect(client.head.contains("Content-Type: \(type)"))
          #expect(client.head.contains("default-src 'none'; script-src 'self'"))
          #expect(client.head.contains("nosniff"))
          #expect(!client.head.contains("unsafe-inline"))
        }
      }
    }

    @Test func `a server for other machines takes a token, and answers only who knows it`() async throws {
      await #expect(throws: StudioError.self) {
        try await StudioFixture.withServer(host: "127.0.0.1") { _, _ in }
      }
      try await StudioFixture.withServer(host: "127.0.0.1", token: "abcdefgh12345678") { address, _ in
        let port = address.port
        let none = try refusal(address, SocketClient.handshake(port: port)).head
        #expect(none.hasPrefix("HTTP/1.1 401"))
        let other = SocketClient.handshake(port: port, more: "Authorization: Bearer abcdefgh12345679\r\n")
        let wrong = try refusal(address, other).head
        #expect(wrong.hasPrefix("HTTP/1.1 401"))
        let known = SocketClient.handshake(port: port, more: "Authorization: Bearer abcdefgh12345678\r\n")
        let right = try SocketClient(port: port, handshake: known).head
        #expect(right.hasPrefix("HTTP/1.1 101"))
        let page = "GET /?token=abcdefgh12345678 HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
        let answer = try refusal(address, page).head
        #expect(answer.contains("HttpOnly"))
      }
    }

    @Test func `rubbish in place of frames is answered with a reason, or closed`() async throws {
      try await StudioFixture.withServer { address, _ in
        let good = try StudioFixture.still("Victory_right")
        var messages: [[UInt8]] = [
          [], [0x4D], Array(good.prefix(23)), Array(good.prefix(24)), Array(good.prefix(2000)),
        ]
        for place in 0..<24 {
          var bytes = good
          bytes[place] ^= 0xFF
          messages.append(bytes)
        }
        messages.append(FrameHeader(format: .i420, width: 1920, height: 1920, number: 1, milliseconds: 0).bytes + [0])
        messages.append(FrameHeader(format: .i420, width: 65535, height: 65535, number: 1, milliseconds: 0).bytes + [0])
        let client = try SocketClient(address)
        for (index, bytes) in messages.enumerated() {
          client.send(binary: bytes)
          let type = try client.message()["type"] as? String
          // A changed number or time is no fault.
          #expect(type == "error" || (type == "result" && index >= 5), "message \(index)")
        }
        #expect(try isWell(address))
      }
    }

    @Test func `examples that cannot be are refused, and none of their message is taken`() async throws {
      var limits = StudioLimits()
      (limits.taughtGestures, limits.taughtExamples) = (3, 10)
      try await StudioFixture.withServer(limits: limits) { address, _ in
        let client = try SocketClient(address)
        func example(_ name: String, values: String = "[1,2]", more: String = "") -> String {
          #"{"gesture":"\#(name)","source":"s","embedding":{"values":\#(values)}\#(more)}"#
        }
        let many = (0..<11).map { _ in example("a") }.joined(separator: ",")
        let names = (0..<4).map { example("n\($0)") }.joined(separator: ",")
        for (list, code) in [
          (example("a") + "," + example(""), "teach"), (example("a") + "," + example("None"), "teach"),
          (example("a") + "," + example("b", values: "[1]"), "teach"), (example("a", values: "[]"), "teach"),
          (example("a", values: "[1e999]"), "message"), (example("a", values: "{}"), "message"),
          (example("a", values: "[\(String(repeating: "1,", count: 600))1]"), "limit"),
          (example(String(repeating: "x", count: 2000)), "teach"), (example("a\\n"), "teach"), (many, "limit"),
          (names, "limit"), (#"{"source":"s","embedding":{"values":[1]}}"#, "teach"),
          (example("a", more: #","group":"\#(String(repeating: "g", count: 2000))""#), "teach"),
          (example("a", more: #","view":{"size":-1,"turn":0,"isRight":true}"#), "message"), ("7", "message"),
        ] {
          client.send(text: #"{"type":"teach.add","examples":[\#(list)]}"#)
          #expect(try client.message("error")["code"] as? String == code, "\(list.prefix(90))")
        }
        for group in ["time 9223372036854775807", "time -9223372036854775808", "time 99999999999999999999"] {
          let list = example("a", more: #","group":"\#(group)""#)
          client.send(text: #"{"type":"teach.add","examples":[\#(list)]}"#)
          #expect((try client.message("teach")["gestures"] as? [Any])?.count == 1)
        }
        for frames in ["-9223372036854775808", "9223372036854775807"] {
          client.send(text: #"{"type":"teach.begin","name":"a","frames":\#(frames)}"#)
          _ = try client.message("teach")
        }
        #expect(try isWell(address))
      }
    }

    @Test func `a message that is announced as huge is closed before it is taken`() async throws {
      try await StudioFixture.withServer { address, _ in
        let before = StudioFixture.residentBytes
        for count in [5 << 20, UInt64(1) << 40, UInt64(Int64.max), UInt64.max] {
          let client = try SocketClient(address)
          client.send(SocketClient.head(opcode: 2, count: UInt64(count)))
          let part = [UInt8](repeating: 0, count: 1 << 20)
          for _ in 0..<20 where !client.send(part) { break }
        }
        #expect(StudioFixture.residentBytes - before < 20 << 20)
        #expect(try isWell(address))
      }
    }

    @Test func `a thousand connections harm nobody`() async throws {
      try await StudioFixture.withServer { address, server in
        let friend = try SocketClient(address)
        friend.send(binary: try StudioFixture.still("Victory_right"))
        _ = try friend.message("result")
        let before = StudioFixture.residentBytes
        var crowd: [SocketClient] = []
        for _ in 0..<1000 {
          if let client = try? SocketClient(port: address.port, handshake: nil) { crowd.append(client) }
        }
        let refused = crowd.filter { client in crowd.count > 64 && client === crowd.last }
        #expect(refused.allSatisfy { $0.rest().contains("503") })
        friend.send(binary: try StudioFixture.still("Thumb_Up_left", number: 2))
        #expect(try friend.message("result")["number"] as? Int == 2)
        #expect(StudioFixture.residentBytes - before < 20 << 20)
        crowd = []
        friend.close()
        // The connections that said nothing are closed by then.
        try await Task.sleep(for: .seconds(1))
        #expect(try isWell(address))
      }
    }

    @Test func `more sockets than there is place for are refused`() async throws {
      try await StudioFixture.withServer { address, server in
        let clients = try (0..<8).map { _ in try SocketClient(address) }
        #expect(server.openSocketCount == clients.count)
        let answer = try refusal(address, SocketClient.handshake(port: address.port)).head
        #expect(answer.hasPrefix("HTTP/1.1 503"))
        #expect(answer.contains("8 sockets"))
        // An optimized build would let them go, and close, after their last use.
        withExtendedLifetime(clients) {}
      }
    }

    @Test func `a client that does not read is not read from, and takes no memory`() async throws {
      try await StudioFixture.withServer { address, _ in
        _ = try isWell(address)
        let before = StudioFixture.residentBytes
        let client = try SocketClient(address)
        // Stills are all answered; their answers are never read.
        let bytes = try StudioFixture.still("two_0")
        let message = SocketClient.head(opcode: 2, count: UInt64(bytes.count)) + bytes
        let flood = Task.detached { @Sendable [sender = Sender(client: client)] in
          for _ in 0..<2000 where !sender.client.send(message) { return }
        }
        try await Task.sleep(for: .seconds(3))
        #expect(StudioFixture.residentBytes - before < 20 << 20)
        #expect(try isWell(address))
        client.shutdown()
        await flood.value
      }
    }

    /// Lets a test's client send from another thread.
    private struct Sender: @unchecked Sendable {
      let client: SocketClient
    }

    @Test func `connections that send their request slowly, or none, are closed`() async throws {
      var limits = StudioLimits()
      limits.requestSeconds = 1
      try await StudioFixture.withServer(limits: limits) { address, _ in
        let silent = try SocketClient(port: address.port, handshake: nil)
        #expect(silent.read(1).isEmpty)
      }
    }

    /// The code with which the server closes a socket after bytes that are no frame from a client.
    @Test(
      arguments: [
        // Not masked; a reserved bit; reserved opcodes; a text that is not UTF-8.
        ([0x81, 0x02, 0x7B, 0x7D], 1002), ([0xC1, 0x82, 0, 0, 0, 0, 0x7B, 0x7D], 1002),
        ([0xA1, 0x82, 0, 0, 0, 0, 0x7B, 0x7D], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
        ([0x8B, 0x80, 0, 0, 0, 0], 1002),
        ([0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 1007),
        ([0x01, 0x81, 0, 0, 0, 0, 0xC3, 0x80, 0x81, 0, 0, 0, 0, 0x28], 1007),
        // A continuation without a beginning; a beginning in a message; a ping in parts; a closing code of one byte.
        ([0x80, 0x81, 0, 0, 0, 0, 0x7B], 1002), ([0x01, 0x81, 0, 0, 0, 0, 0x7B, 0x81, 0x81, 0, 0, 0, 0, 0x7D], 1002),
        ([0x09, 0x80, 0, 0, 0, 0], 1002), ([0x88, 0x81, 0, 0, 0, 0, 3], 1002),
      ] as [([UInt8], Int)])
    func `frames that RFC 6455 forbids close the socket`(bytes: [UInt8], code: Int) async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        client.send(bytes)
        var (opcode, content) = try client.frame()
        while opcode == 1 { (opcode, content) = try client.frame() }
        #expect(opcode == 8)
        #expect(content.prefix(2).reduce(0) { $0 << 8 | Int($1) } == code)
        #expect(try isWell(address))
      }
    }

    @Test func `all sockets together take no more memory than the limit, and give it back`() async throws {
      let path = try #require(BundledModels.gestureRecognizerPath)
      let bundle = [UInt8](try Data(contentsOf: URL(filePath: path)))
      // Room for one client's model, upload and task, not for two: what a model takes depends on the processor.
      let modelBytes = try HandModel(path: path).memoryFootprint.totalByteCount + bundle.count
      var limits = StudioLimits()
      limits.memoryBytes = 2 * modelBytes
      try await StudioFixture.withServer(limits: limits) { address, server in
        func bring(_ client: SocketClient) throws -> [String: Any] {
          client.send(text: #"{"type":"model.begin","name":"own","byteCount":\#(bundle.count)}"#)
          for start in stride(from: 0, to: bundle.count, by: 1 << 20) {
            client.send(binary: [UInt8(ascii: "P")] + bundle[start..<min(start + 1 << 20, bundle.count)])
          }
          while true {
            let message = try client.message()
            if message["type"] as? String != "hello" { return message }
          }
        }
        let first = try SocketClient(address)
        #expect(try bring(first)["type"] as? String == "model")
        let second = try SocketClient(address)
        let refusal = try bring(second)
        #expect(refusal["code"] as? String == "limit", "\(refusal)")
        first.close()
        second.close()
        while server.openSocketCount > 0 { try await Task.sleep(for: .milliseconds(20)) }
        let third = try SocketClient(address)
        #expect(try bring(third)["type"] as? String == "model")
      }
    }

    @Test func `a training ends when its time is over, and the server goes on`() async throws {
      var limits = StudioLimits()
      limits.workSeconds = 0
      try await StudioFixture.withServer(limits: limits) { address, _ in
        let client = try SocketClient(address)
        client.send(text: #"{"type":"teach.begin","name":"rock"}"#)
        client.send(binary: try StudioFixture.still("ILoveYou_left", flags: [.still, .example]))
        client.send(text: #"{"type":"teach.train"}"#)
        let refusal = try client.message("error")
        #expect(refusal["code"] as? String == "teach")
        #expect((refusal["message"] as? String)?.contains("time") == true, "\(refusal)")
        #expect(try isWell(address))
      }
    }

    @Test func `text that is too long, and a client that leaves in the middle, harm nobody`() async throws {
      try await StudioFixture.withServer { address, server in
        let client = try SocketClient(address)
        client.send(text: String(repeating: " ", count: StudioLimits().textBytes + 1))
        #expect(try client.message("error")["code"] as? String == "limit")
        for _ in 0..<20 {
          let visitor = try SocketClient(address)
          visitor.send(binary: try StudioFixture.still("Victory_right"))
          visitor.send(SocketClient.head(opcode: 2, count: 1 << 20) + [1, 2, 3])
          visitor.close()
          while server.openSocketCount > 1 { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(try isWell(address))
      }
    }
  }
}
