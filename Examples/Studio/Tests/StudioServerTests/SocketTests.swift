import Foundation
import HandRecording
import Mudra
import StudioServer
import Testing

extension StudioServerTests {
  @Suite struct SocketTests {
    @Test func `a still has the result of the library`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        client.send(text: #"{"type":"options","options":{"numHands":2}}"#)
        #expect(try client.message()["type"] as? String == "options")
        var options = SessionOptions()
        options.numHands = 2
        let session = try HandSession(model: HandModel(), options: options, areVideoFrames: false)
        for name in ["two_0", "Victory_right", "Thumb_Up_left"] {
          client.send(binary: try StudioFixture.still(name, number: 7))
          let answer = try client.message("result")
          #expect(answer["number"] as? Int == 7)
          let image = try PixelImage(encoded: StudioFixture.picture(name))
          let expected = try session.result(of: image, timestampInMilliseconds: nil, source: "picture").json
          let found = try #require(answer["result"] as? NSDictionary)
          #expect(try found == StudioFixture.dictionary(expected))
        }
      }
    }

    @Test func `frames of a video are tracked, and I420 has the library's numbers`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        let session = try HandSession(model: HandModel(), options: SessionOptions(), areVideoFrames: true)
        var pixels = [UInt8](repeating: 0, count: 64 * 48 * 3 / 2)
        for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index &* 37) }
        for number in 0..<4 {
          let header = FrameHeader(
            format: .i420, width: 64, height: 48, number: UInt32(number), milliseconds: Double(33 * number))
          let frame = try FrameMessage(header, pixels: pixels)
          client.send(binary: frame.bytes)
          let found = try #require(try client.message("result")["result"] as? NSDictionary)
          let expected = try session.result(
            of: frame.image(), timestampInMilliseconds: 33 * number, source: "camera"
          ).json
          #expect(try found == StudioFixture.dictionary(expected))
        }
        client.send(binary: try StudioFixture.still("Victory_right", number: 9, flags: [], at: 50))
        let refusal = try client.message("error")
        #expect(refusal["number"] as? Int == 9)
      }
    }

    @Test func `a video has events if its options ask for them`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        func events(_ number: UInt32) throws -> [String] {
          client.send(binary: try StudioFixture.still("Victory_right", number: number, flags: [], at: Double(number)))
          let events = try client.message("result")["events"] as? [[String: Any]]
          return (events ?? []).compactMap { $0["event"] as? String }
        }
        #expect(try events(1) == [])
        client.send(text: #"{"type":"options","options":{"events":{"beginDelayInMilliseconds":0}}}"#)
        #expect(try events(2) == ["appeared", "gestureBegan"])
        #expect(try events(3) == [])
      }
    }

    @Test(arguments: [false, true])
    func `a video has touchless gestures, also after options were set`(areSet: Bool) async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        if areSet { client.send(text: #"{"type":"options","options":{"timings":false}}"#) }
        var told: [String] = []
        for number in UInt32(1)...30 {
          let time = Double(33 * number)
          client.send(binary: try StudioFixture.still("Thumb_Up_right", number: number, flags: [], at: time))
          if let gesture = try client.message("result")["touchless"] as? String { told.append(gesture) }
        }
        #expect(told == ["thumbsUp"])
      }
    }

    @Test func `of video frames the newest waits, and those in between are counted`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        for number in 1...40 {
          client.send(
            binary: try StudioFixture.still("Victory_right", number: UInt32(number), flags: [], at: Double(number)))
        }
        var answered = 0
        while true {
          let answer = try client.message("result")
          answered += 1
          guard answer["number"] as? Int == 40 else { continue }
          let dropped = try #require(answer["dropped"] as? Int)
          #expect(dropped + answered == 40)
          #expect(dropped > 0)
          break
        }
      }
    }

    @Test func `options that cannot hold are refused with a reason, and the old ones stay`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        for (text, part) in [
          (#"{"type":"options","options":{"numHands":0}}"#, "0"),
          (#"{"type":"options","options":{"numHands":100000000}}"#, "100000000"),
          (#"{"type":"options","options":{"minTrackingConfidence":7}}"#, "minTrackingConfidence"),
          (#"{"type":"options","options":{"task":"faces"}}"#, "options.task"),
          (#"{"type":"options"}"#, "options"), (#"{"type":"dance"}"#, "type"), ("[", "JSON"),
          (String(repeating: "[", count: 60_000), "JSON"),
        ] {
          client.send(text: text)
          let message = try #require(try client.message("error")["message"] as? String)
          #expect(message.contains(part), "\(text.prefix(80)): \(message)")
        }
        client.send(binary: try StudioFixture.still("Victory_right"))
        let result = try #require(try client.message("result")["result"] as? [String: Any])
        #expect((result["hands"] as? [Any])?.count == 1)
      }
    }

    @Test func `several clients get their own answers`() async throws {
      try await StudioFixture.withServer { address, _ in
        let clients = try (0..<4).map { _ in try SocketClient(address) }
        let names = ["Victory_right", "Thumb_Up_left", "Open_Palm_left", "ILoveYou_right"]
        for (client, name) in zip(clients, names) { client.send(binary: try StudioFixture.still(name)) }
        for (client, name) in zip(clients, names) {
          let result = try #require(try client.message("result")["result"] as? [String: Any])
          let hand = try #require((result["hands"] as? [[String: Any]])?.first)
          let gesture = (hand["gestures"] as? [[String: Any]])?.first?["name"] as? String
          #expect(gesture.map(name.hasPrefix) == true)
        }
      }
    }

    @Test func `gestures are taught from pictures, named at once, and downloaded`() async throws {
      try await StudioFixture.withServer { address, _ in
        let client = try SocketClient(address)
        client.send(text: #"{"type":"teach.train"}"#)
        #expect(try client.message("error")["code"] as? String == "teach")
        for (name, pose) in [("rock", "ILoveYou"), ("stone", "Closed_Fist")] {
          client.send(text: #"{"type":"teach.begin","name":"\#(name)"}"#)
          for side in ["left", "right"] {
            client.send(binary: try StudioFixture.still("\(pose)_\(side)", flags: [.still, .example]))
          }
          client.send(text: #"{"type":"teach.stop"}"#)
        }
        client.send(text: #"{"type":"teach.train"}"#)
        let report = try #require(try client.message("trained")["report"] as? [String: Any])
        #expect((report["gestures"] as? [Any])?.count == 2)
        client.send(binary: try StudioFixture.still("ILoveYou_left"))
        let result = try #require(try client.message("result")["result"] as? [String: Any])
        let hand = try #require((result["hands"] as? [[String: Any]])?.first)
        #expect((hand["gestures"] as? [[String: Any]])?.first?["name"] as? String == "rock")
        client.send(text: #"{"type":"teach.download"}"#)
        var bundle: [UInt8] = []
        while bundle.isEmpty {
          let (opcode, bytes) = try client.frame()
          if opcode == 2 { bundle = bytes }
        }
        #expect(try HandModel(data: Data(bundle)).namesGestures)
      }
    }

    @Test func `examples that a client kept make the same bundle in another session`() async throws {
      try await StudioFixture.withServer { address, _ in
        func bundle(_ client: SocketClient) throws -> [UInt8] {
          client.send(text: #"{"type":"teach.train"}"#)
          _ = try client.message("trained")
          client.send(text: #"{"type":"teach.download"}"#)
          while true {
            let (opcode, bytes) = try client.frame()
            if opcode == 2 { return bytes }
          }
        }
        let first = try SocketClient(address)
        var kept: [Any] = []
        for (name, pose) in [("rock", "ILoveYou"), ("stone", "Closed_Fist")] {
          first.send(text: #"{"type":"teach.begin","name":"\#(name)"}"#)
          _ = try first.message("teach")
          for side in ["left", "right"] {
            first.send(binary: try StudioFixture.still("\(pose)_\(side)", flags: [.still, .example]))
            kept.append(try #require(try first.message("teach")["example"]))
          }
        }
        let second = try SocketClient(address)
        let command = try JSONSerialization.data(withJSONObject: [
          "type": "teach.add", "examples": Array(kept.reversed()),
        ])
        second.send(text: String(decoding: command, as: UTF8.self))
        #expect((try second.message("teach")["gestures"] as? [Any])?.count == 2)
        #expect(try bundle(first) == bundle(second))
        second.send(text: #"{"type":"options","options":{"embeddings":true}}"#)
        second.send(binary: try StudioFixture.still("ILoveYou_left", flags: [], at: 1))
        let scores = try #require(try second.message("result")["scores"] as? [[String: Any]])
        #expect(scores.map { $0["name"] as? String } == ["rock", "stone"])
        #expect(try #require(scores[0]["score"] as? Double) > 0.5)
      }
    }
  }
}
