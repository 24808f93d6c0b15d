import ArgumentParser
import Foundation

/// Where drawings go: a file for a single picture, a folder for any number.
struct DrawingTarget {
  private let paths: [String: String]

  /// Checks where the drawings of all pictures would go, and creates the folder.
  init(_ path: String, pictures: [String]) throws {
    let isFolder = path.hasSuffix("/") || InputFile.isFolder(path)
    guard isFolder || Set(pictures).count == 1 else {
      throw ValidationError(
        "--annotate \(path): several pictures need a folder, an existing one or a name that ends in /")
    }
    var paths: [String: String] = [:]
    var owners: [String: String] = [:]
    for picture in pictures where paths[picture] == nil {
      let target = isFolder ? Self.file(in: path, for: picture) : path
      guard !InputFile.areSame(target, picture) else {
        throw ValidationError("--annotate \(path): would write over \(picture)")
      }
      if let owner = owners.updateValue(picture, forKey: target) {
        throw ValidationError("--annotate \(path): \(owner) and \(picture) would both become \(target)")
      }
      paths[picture] = target
    }
    self.paths = paths
    if isFolder { try InputFile.makeFolder(path) }
  }

  /// The file for a picture's drawing.
  func path(for picture: String) -> String? { paths[picture] }

  private static func file(in folder: String, for picture: String) -> String {
    let name = URL(fileURLWithPath: picture).deletingPathExtension().lastPathComponent
    return URL(fileURLWithPath: folder).appendingPathComponent(name + ".png").relativePath
  }
}
