import Foundation
import MudraPlatform

/// A folder with a folder of examples for each motion.
struct MotionFolder {
  /// An example.
  struct Example {
    let path: String
    let label: String
    let group: String?
  }

  private static let pictureEndings: Set = ["png", "jpg", "jpeg", "ppm", "pgm", "pnm"]

  /// The examples, in the order of their paths.
  let examples: [Example]

  /// Lists a folder: in each of its folders, named after a motion, files and folders of frames are examples; other
  /// folders are groups, with the examples of one person or session.
  init(_ folder: String) throws(CommandFailure) {
    guard InputFile.isFolder(folder) else {
      throw CommandFailure(folder, "is not a folder with a folder of examples for each motion", .inputMissing)
    }
    var examples: [Example] = []
    for label in try Self.names(folder) where InputFile.isFolder("\(folder)/\(label)") {
      for name in try Self.names("\(folder)/\(label)") {
        let path = "\(folder)/\(label)/\(name)"
        guard InputFile.isFolder(path), try !Self.hasPictures(path) else {
          examples.append(Example(path: path, label: label, group: nil))
          continue
        }
        for file in try Self.names(path) {
          examples.append(Example(path: "\(path)/\(file)", label: label, group: name))
        }
      }
    }
    guard !examples.isEmpty else { throw CommandFailure(folder, "no folder in it has examples", .inputMissing) }
    self.examples = examples
  }

  /// The names in a folder in the order of their bytes, without hidden ones.
  static func names(_ folder: String) throws(CommandFailure) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw CommandFailure(folder, "cannot be read", .inputMissing, .unreadable)
    }
    return names.filter { !$0.hasPrefix(".") }.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func hasPictures(_ folder: String) throws(CommandFailure) -> Bool {
    try names(folder).contains { name in
      pictureEndings.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }
  }
}
