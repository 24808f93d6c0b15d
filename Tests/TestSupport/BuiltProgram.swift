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

  /// Runs it without arguments and returns its standard output, which must fit into a pipe.
  ///
  /// - Throws: ``Failure`` if it does not end with status 0.
  package func run() throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "\(url.lastPathComponent) ends with \(process.terminationStatus): \(text)")
    }
    return text
  }
}
