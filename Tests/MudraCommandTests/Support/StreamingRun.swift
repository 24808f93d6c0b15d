import Foundation
import TestSupport

/// The built program with pipes, which a test writes to and reads from while it runs. It is ended after a minute.
final class StreamingRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let isOver = DispatchSemaphore(value: 0)
  private var unread: [UInt8] = []

  /// Starts the program.
  ///
  /// - Parameter errors: where standard error goes.
  init(_ arguments: [String], errors: Any = FileHandle.nullDevice) throws {
    process.executableURL = try CommandRun.program()
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.runWithSignals()
    let number = process.processIdentifier
    DispatchQueue.global().async { [isOver] in
      if isOver.wait(timeout: .now() + 60) == .timedOut { kill(number, SIGKILL) }
    }
  }

  /// The number of the process.
  var identifier: Int32 { process.processIdentifier }

  /// Writes to its standard input.
  func send(_ bytes: [UInt8]) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// The next line of its standard output; nil at the end.
  func nextLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let block = output.fileHandleForReading.availableData
      guard !block.isEmpty else { return nil }
      unread += block
    }
  }

  /// Closes its standard output for reading.
  func closeOutput() throws { try output.fileHandleForReading.close() }

  /// Closes its standard input and waits for the end: the exit status, or minus the number of a signal.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    isOver.signal()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// The frame of a picture.
  static func frame(_ id: String, _ picture: [UInt8]) -> [UInt8] {
    frame(Array(id.utf8), picture)
  }

  /// The frame of a picture with an id of any bytes.
  static func frame(_ id: [UInt8], _ picture: [UInt8]) -> [UInt8] {
    length(id.count) + id + length(picture.count) + picture
  }

  /// A length as the frames have it.
  static func length(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }
}
