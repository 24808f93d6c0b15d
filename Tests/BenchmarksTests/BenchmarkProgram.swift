import Foundation
import Testing

/// The built program `Benchmarks`, next to the test program.
enum BenchmarkProgram {
  /// Runs it to its end; returns its exit status and output.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (status: Int32, output: Data) {
    let folders = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let programs = folders.map { $0.appendingPathComponent("Benchmarks") }
    let program: URL = try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }
}
