import Foundation

/// A program of the package, built with the tests.
package struct BuiltProgram {
  /// Why it could not be run, or how it ended.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Where it is.
  package let url: URL

  /// The program is next to the test program, or a few folders above it on systems with test bundles.
  package init(_ name: String) throws {
    let starts = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    for start in starts {
      var folder = start.standardizedFileURL
      for _ in 0..<6 {
        let candidate = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.isExecutableFile(atPath: candidate.path),
          FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue
        {
          url = candidate
          return
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    throw Failure(description: "no program \(name) beside \(starts.map(\.path))")
  }

  /// Runs it to its end and returns its exit status and its standard output. No thread waits for it.
  ///
  /// - Parameter environment: variables in addition to this process's.
  /// - Throws: ``Failure`` if a signal ends it.
  package func run(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let path = try folder.write([], as: "output")
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: path)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let output = try String(contentsOfFile: path, encoding: .utf8)
    guard process.terminationReason == .exit else {
      throw Failure(description: "\(url.lastPathComponent) ends by signal \(process.terminationStatus): \(output)")
    }
    return (process.terminationStatus, output)
  }
}
