import Foundation

/// The locations of the package and the material next to it on disk.
public enum PackageFolders {
  /// The folder that holds Package.swift.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `../shared`, or nil in a standalone clone. Tests that need it are disabled with a message then.
  public static let shared: URL? = {
    let path = ProcessInfo.processInfo.environment["MUDRA_SHARED"] ?? root.appendingPathComponent("../shared").path
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return FileManager.default.fileExists(atPath: url.appendingPathComponent("golden").path) ? url : nil
  }()

  /// True if `../shared` exists.
  public static var hasShared: Bool { shared != nil }

  /// The fixtures of a test target, such as `Tests/TensorRuntimeTests/Fixtures`.
  public static func fixtures(of testTarget: String) -> URL {
    root.appendingPathComponent("Tests/\(testTarget)/Fixtures")
  }
}
