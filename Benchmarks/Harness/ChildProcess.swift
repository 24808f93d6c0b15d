import Foundation
import MudraPlatform
import TensorRuntime

/// A program that is run to its end and observed from outside.
struct ChildProcess {
  /// What was observed.
  struct Outcome {
    /// The time from before the process was created to its first line of output.
    let firstLineMs: Double
    /// The peak resident memory of the process in bytes; 0 if the system does not report it.
    let peakMemory: Int
    /// Everything on its standard output.
    let output: [UInt8]
  }

  /// The program failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The program's path and its arguments.
  let arguments: [String]
  /// Variables of its environment beside those of this process.
  var environment: [String: String] = [:]
  /// Whether its standard error is shown.
  var showsErrors = true

  /// Runs it to the end.
  ///
  /// - Parameter watchesMemory: samples the process's memory every millisecond, which takes some time. (The peak
  ///   reported by `wait4` would not do: it includes what was resident before the process became that program.)
  func run(watchesMemory: Bool = false) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

  /// Reads to the end of the output: the time when the first line was complete, the peak memory observed on the way,
  /// and the output.
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

  /// The peak resident memory of a process so far; nil once it is gone.
  static func peakMemory(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
