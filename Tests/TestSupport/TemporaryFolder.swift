import Foundation

/// A folder that is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Creates an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of something in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// Calls `body` with the path of a file with these bytes, which is then removed.
  package static func withFile<R>(_ bytes: [UInt8], as name: String, _ body: (String) throws -> R) throws -> R {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.write(bytes, as: name)) }
  }

  /// The sorted names of what is in the folder, or in one of its folders.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
