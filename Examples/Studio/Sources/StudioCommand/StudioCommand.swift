import ArgumentParser
import Foundation
import StudioServer

/// The command `mudra-studio`.
@main
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mudra-studio",
    abstract: "Mudra in a browser on this machine: see it, try it, teach it. Nothing leaves the machine.")

  @Option(help: ArgumentHelp("The port of this machine.", valueName: "port"))
  var port = 8080

  @Option(help: ArgumentHelp("A gesture recognizer's .task bundle; by default the one of Mudra.", valueName: "file"))
  var model: String?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Flag(help: "Serve programs only, without the page.")
  var noPage = false

  @Option(
    help: ArgumentHelp("Serve the page of this folder at /page/, with the same rules.", valueName: "folder"))
  var page: String?

  @Option(help: ArgumentHelp("A JSON file with the cards of the touchless stack.", valueName: "file"))
  var cards: String?

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may use the server, such as http://localhost:3000; repeat it for several.",
      valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      "Listen at this address for other machines too, which need the token.",
      discussion: """
        Without --certificate there is no encryption: use it in a network that you trust, or rather ‘ssh -L’.
        """,
      valueName: "host"))
  var host: String?

  @Option(help: ArgumentHelp("The token for --host; by default a random one, which is printed.", valueName: "token"))
  var token: String?

  @Option(
    help: ArgumentHelp(
      "A PEM file with a certificate, to serve https: browsers of other machines give their camera to nothing else.",
      valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("A PEM file with the key of the certificate.", valueName: "file"))
  var key: String?

  // For tests, which cannot wait for minutes.
  @Option(help: .private)
  var idleSeconds: Int?

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is \(port), expected 0 to 65535") }
    guard page == nil && cards == nil || !noPage else {
      throw ValidationError("--page and --cards contradict --no-page")
    }
    if let origin = allowOrigin.first(where: { !StudioContent.isOrigin($0) }) {
      throw ValidationError("--allow-origin is ‘\(origin)’, expected one such as http://localhost:3000")
    }
    guard allowOrigin.isEmpty || host == nil else {
      throw ValidationError("--allow-origin is for pages on this machine; with --host, serve the page by --page")
    }
    guard (certificate == nil) == (key == nil) else { throw ValidationError("--certificate and --key need each other") }
    guard idleSeconds ?? 1 >= 1 else { throw ValidationError("--idle-seconds must be at least 1") }
    guard token == nil || host != nil else { throw ValidationError("--token needs --host") }
    if let token, token.count < 16 || !token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      throw ValidationError("--token must have at least 16 letters and digits")
    }
  }

  func run() async throws {
    let (server, address) = try await start()
    print(noPage ? "Mudra serves programs at \(address.url)" : "Mudra Studio is at \(address.url)")
    if page != nil {
      let left = server.leftOutFileCount
      print("Your page is at \(address.url(path: "page/"))\(left == 0 ? "" : "; \(left) of its files are not served")")
    }
    print("Press Control-C to stop.")
    fflush(nil)
    if open, !noPage { openPage(address.url(path: page == nil ? "" : "page/")) }
    // The server runs until a signal ends the program.
    while true {
      try await Task.sleep(for: .seconds(3600))
      withExtendedLifetime(server) {}
    }
  }

  private func start() async throws -> (StudioServer, StudioAddress) {
    do {
      var content = StudioContent()
      (content.pageFolder, content.cardsPath, content.allowedOrigins) = (page, cards, Set(allowOrigin))
      var limits = StudioLimits()
      if let idleSeconds { limits.idleSeconds = idleSeconds }
      let server = try StudioServer(
        modelPath: model, hasPage: !noPage, content: content, certificate: studioCertificate, limits: limits)
      let secret = host == nil ? nil : token ?? Self.randomToken()
      return (server, try await server.start(StudioAddress(host: host, port: port, token: secret)))
    } catch {
      throw ValidationError(error.message)
    }
  }

  private var studioCertificate: StudioCertificate? {
    guard let certificate, let key else { return nil }
    return StudioCertificate(path: certificate, keyPath: key)
  }

  private static func randomToken() -> String {
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
  }

  private func openPage(_ url: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", url]
    #else
      process.arguments = ["xdg-open", url]
    #endif
    try? process.run()
  }
}
