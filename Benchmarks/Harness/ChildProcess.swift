import Foundation
import Platform
import TensorRuntime

/// A program that is run to the end and watched from outside.
struct ChildProcess {
  /// What was seen.
  struct Outcome {
    /// From before the process was made to its first line of output.
    let firstLineMs: Double
    /// The most memory that the process had resident, in bytes; 0 where the system does not tell.
    let peakMemory: Int
    /// Everything on its standard output.
    let output: [UInt8]
  }

  /// The program did not end well.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The program's path and its arguments.
  let arguments: [String]
  /// Whether what it says on standard error is seen.
  var showsErrors = true

  /// Runs it to the end.
  ///
  /// - Parameter watchesMemory: looks at the process's memory every millisecond, which costs it some time. (The peak
  ///   that `wait4` tells of would not do: it contains what the process had resident before it became that program.)
  func run(watchesMemory: Bool = false) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    if !showsErrors { process.standardError = FileHandle.nullDevice }
    let start = MonotonicClock.nanoseconds()
    try process.run()
    let descriptor = output.fileHandleForReading.fileDescriptor
    let (firstLine, peakMemory, text) = Self.watch(
      descriptor, process: process.processIdentifier, watchesMemory: watchesMemory)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let firstLine else {
      throw Failure(description: "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return Outcome(firstLineMs: Double(firstLine - start) / 1e6, peakMemory: peakMemory, output: text)
  }

  /// Reads to the end of the output: when the first line was whole, the peak memory seen on the way, and the output.
  private static func watch(
    _ descriptor: Int32, process: Int32, watchesMemory: Bool
  ) -> (firstLine: UInt64?, peakMemory: Int, output: [UInt8]) {
    var firstLine: UInt64?
    var peak = 0
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if watchesMemory { peak = max(peak, peakMemory(of: process) ?? 0) }
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, watchesMemory ? 1 : -1) > 0 else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return (firstLine, peak, output) }
      output += buffer[..<count]
      if firstLine == nil, buffer[..<count].contains(UInt8(ascii: "\n")) { firstLine = MonotonicClock.nanoseconds() }
    }
  }

  /// The most that a process had resident so far; nil once it is gone.
  private static func peakMemory(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
