import Foundation
import MudraPlatform

/// A Python process that times one of the libraries with which Mudra is compared, on request.
///
/// It is stopped while it is not in use, so that its threads cannot take time from others, however they wait.
final class Peer {
  /// The peer failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Library and version.
  let name: String
  private let process: Process
  private let input: FileHandle
  private let output: FileHandle
  private var buffer: [UInt8] = []

  /// Starts a library, by its name in the script.
  init(_ library: String, python: String, script: String) throws {
    // A peer that has died should cause an error here, not end this process.
    signal(SIGPIPE, SIG_IGN)
    let (process, requests, replies) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script, "serve", library]
    process.standardInput = requests
    process.standardOutput = replies
    process.standardError = FileHandle.nullDevice
    try process.run()
    var buffer: [UInt8] = []
    let output = replies.fileHandleForReading
    let hello = try Self.reply(from: output, &buffer)
    guard let name = hello.name else { throw Failure(description: "\(library): \(hello.error ?? "no answer")") }
    self.name = name
    self.process = process
    self.buffer = buffer
    input = requests.fileHandleForWriting
    self.output = output
    kill(process.processIdentifier, SIGSTOP)
  }

  deinit {
    kill(process.processIdentifier, SIGCONT)
    try? input.close()
    process.waitUntilExit()
  }

  /// Lets the peer do the work; returns the milliseconds of each timed run.
  func time(_ request: PeerRequest) throws -> [Double] {
    kill(process.processIdentifier, SIGCONT)
    defer { kill(process.processIdentifier, SIGSTOP) }
    try input.write(contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
    let reply = try Self.reply(from: output, &buffer)
    guard let milliseconds = reply.milliseconds else {
      throw Failure(description: "\(name): \(reply.error ?? "no answer")")
    }
    return milliseconds
  }

  private static func reply(from output: FileHandle, _ buffer: inout [UInt8]) throws -> PeerReply {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONDecoder().decode(PeerReply.self, from: line)
      }
      let data = output.availableData
      guard !data.isEmpty else { throw Failure(description: "a peer ended without an answer") }
      buffer += data
    }
  }
}
