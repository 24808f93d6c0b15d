import Foundation
import StudioServer
import Testing

extension StudioServerTests {
  /// Pages and cards of the user's own, and pages of other origins.
  @Suite struct ContentTests {
    /// Writes files into a new folder.
    private func folder(_ files: [String: String]) throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")
      for (name, text) in files {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      return folder
    }

    private func answer(_ address: StudioAddress, _ path: String, more: String = "") throws -> String {
      let request = "GET \(path) HTTP/1.1\r\nHost: localhost:\(address.port)\r\nConnection: close\r\n\(more)\r\n"
      let client = try SocketClient(port: address.port, handshake: request)
      return client.head + client.rest()
    }

    @Test func `a page of one's own is served by the same rules, and what is hidden is not`() async throws {
      let folder = try folder([
        "index.html": "own page", "more/a b.js": "own script", ".env": "secret", ".git/config.txt": "secret",
        "program.sh": "secret",
      ])
      defer { try? FileManager.default.removeItem(at: folder) }
      var content = StudioContent()
      content.pageFolder = folder.path
      try await StudioFixture.withServer(content: content) { address, server in
        for path in ["/page/", "/page/index.html", "/page/?x=1"] {
          let found = try answer(address, path)
          #expect(found.hasPrefix("HTTP/1.1 200") && found.hasSuffix("own page"), "\(path)")
          #expect(found.contains("default-src 'none'; script-src 'self'"))
        }
        #expect(try answer(address, "/page/more/a%20b.js").hasSuffix("own script"))
        #expect(try answer(address, "/kiosk.js").hasPrefix("HTTP/1.1 200"))
        for path in ["/page/.env", "/page/.git/config.txt", "/page/program.sh", "/page/../../etc/passwd", "/page//"] {
          #expect(try answer(address, path).hasPrefix("HTTP/1.1 404"), "\(path)")
        }
        #expect(server.leftOutFileCount == 3)
      }
    }

    @Test func `a page or cards that cannot be are refused before the server listens`() throws {
      let cards = try folder([
        "none.json": "[]", "text.json": "no JSON", "other.json": #"[{"title":"a"}]"#,
        "many.json": "[" + String(repeating: #"{"sign":"","title":"","text":""},"#, count: 200)
          + #"{"sign":"","title":"","text":""}]"#,
      ])
      defer { try? FileManager.default.removeItem(at: cards) }
      for name in ["none.json", "text.json", "other.json", "many.json", "missing.json"] {
        var content = StudioContent()
        content.cardsPath = cards.appendingPathComponent(name).path
        #expect(throws: StudioError.self, "\(name)") { try StudioServer(content: content) }
      }
      for path in [cards.path, cards.appendingPathComponent("none.json").path, "/missing"] {
        var content = StudioContent()
        content.pageFolder = path
        #expect(throws: StudioError.self, "\(path)") { try StudioServer(content: content) }
      }
    }

    @Test func `a page of an origin that is allowed may use the socket and the modules, no other one may`() async throws
    {
      var content = StudioContent()
      content.allowedOrigins = ["http://localhost:3000", "https://kiosk.example"]
      try await StudioFixture.withServer(content: content) { address, _ in
        func socket(_ origin: String, more: String = "") throws -> String {
          try SocketClient(
            port: address.port, handshake: SocketClient.handshake(port: address.port, origin: origin, more: more)
          ).head
        }
        for origin in ["http://localhost:3000", "https://kiosk.example", "http://localhost:\(address.port)"] {
          #expect(try socket(origin).hasPrefix("HTTP/1.1 101"), "\(origin)")
        }
        for origin in [
          "http://localhost:3001", "https://localhost:3000", "http://localhost", "null", "http://kiosk.example",
          "https://kiosk.example.evil", "https://kiosk.example:443", "HTTPS://KIOSK.EXAMPLE",
        ] {
          #expect(try socket(origin).hasPrefix("HTTP/1.1 403"), "\(origin)")
        }
        let twice = try socket("http://localhost:3000", more: "Origin: http://evil.example\r\n")
        #expect(twice.hasPrefix("HTTP/1.1 403"))
        let file = try answer(address, "/kiosk.js", more: "Origin: https://kiosk.example\r\n")
        #expect(file.contains("Access-Control-Allow-Origin: https://kiosk.example\r\n"))
        #expect(file.contains("Cross-Origin-Resource-Policy: cross-origin\r\n"))
        let refused = try answer(address, "/kiosk.js", more: "Origin: https://evil.example\r\n")
        #expect(refused.hasPrefix("HTTP/1.1 403"))
        let own = try answer(address, "/kiosk.js")
        #expect(!own.contains("Access-Control") && own.contains("Cross-Origin-Resource-Policy: same-origin"))
      }
    }

    @Test(arguments: [
      "*", "null", "", "localhost:3000", "http://", "http://a/", "http://a b", "http://a:99999", "http://a:",
      "http://a:080",
      "ftp://a", "http://A", "http://user@a", "http://a:1:2",
    ])
    func `what is no origin is not allowed`(text: String) {
      var content = StudioContent()
      content.allowedOrigins = [text]
      #expect(throws: StudioError.self) { try StudioServer(content: content) }
    }

    @Test func `other origins are not allowed beyond this machine`() async throws {
      var content = StudioContent()
      content.allowedOrigins = ["http://localhost:3000"]
      await #expect(throws: StudioError.self) {
        try await StudioFixture.withServer(content: content, host: "127.0.0.1", token: "abcdefgh12345678") { _, _ in }
      }
    }
  }
}
