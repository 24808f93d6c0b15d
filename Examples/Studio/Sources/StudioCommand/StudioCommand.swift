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
    help: ArgumentHelp(
      "Listen at this address for other machines too, which need the token.",
      discussion: "There is no encryption: use it in a network that you trust, or rather ‘ssh -L’.", valueName: "host"))
  var host: String?

  @Option(help: ArgumentHelp("The token for --host; by default a random one, which is printed.", valueName: "token"))
  var token: String?

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is \(port), expected 0 to 65535") }
    guard token == nil || host != nil else { throw ValidationError("--token needs --host") }
    if let token, token.count < 16 || !token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      throw ValidationError("--token must have at least 16 letters and digits")
    }
  }

  func run() async throws {
    let (server, address) = try await start()
    print(noPage ? "Mudra serves programs at \(address.url)" : "Mudra Studio is at \(address.url)")
    print("Press Control-C to stop.")
    fflush(nil)
    if open, !noPage { openPage(address.url) }
    // The server runs until a signal ends the program.
    while true {
      try await Task.sleep(for: .seconds(3600))
      withExtendedLifetime(server) {}
    }
  }

  private func start() async throws -> (StudioServer, StudioAddress) {
    do {
      let server = try StudioServer(modelPath: model, hasPage: !noPage)
      let secret = host == nil ? nil : token ?? Self.randomToken()
      return (server, try await server.start(StudioAddress(host: host, port: port, token: secret)))
    } catch {
      throw ValidationError(error.message)
    }
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
