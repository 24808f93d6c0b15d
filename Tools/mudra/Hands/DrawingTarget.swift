import ArgumentParser

/// Where drawings go: a file for a single picture, a folder for any number.
struct DrawingTarget {
  /// Whether the drawings go to a folder.
  let isFolder: Bool
  private let paths: [FileName: String]

  /// A path or name as the system knows it: by its bytes. Strings are equal when they look equal.
  private struct FileName: Hashable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
  }

  /// Checks where the drawings of all pictures would go, and creates the folder.
  ///
  /// - Parameter files: what the command reads, the pictures among it, and writes.
  init(_ path: String, pictures: [String], files: inout FileRoles) throws {
    isFolder = path.utf8.last == UInt8(ascii: "/") || InputFile.isFolder(path)
    guard isFolder || Set(pictures.map(FileName.init)).count <= 1 else {
      throw ValidationError(
        "--annotate \(path): several pictures need a folder, an existing one or a name that ends in /")
    }
    var paths: [FileName: String] = [:]
    var owners: [String: String] = [:]
    for picture in pictures where paths[FileName(picture)] == nil {
      let target = isFolder ? Self.file(in: path, for: picture) : path
      if let owner = owners.updateValue(picture, forKey: OutputNames.folded(target)) {
        throw ValidationError("--annotate \(path): \(owner) and \(picture) would both become \(target)")
      }
      try files.write(target, option: "--annotate \(path)")
      paths[FileName(picture)] = target
    }
    guard isFolder || DrawingFormat(path: path) != nil else {
      throw ValidationError("--annotate \(path): expected a name that ends in .png, .jpg or .jpeg")
    }
    self.paths = paths
    if isFolder { try InputFile.makeFolder(path) }
  }

  /// The file for a picture's drawing.
  func path(for picture: String) -> String? { paths[FileName(picture)] }

  private static func file(in folder: String, for picture: String) -> String {
    // By bytes: a slash or a dot with a mark behind it is another character.
    let slash = UInt8(ascii: "/")
    var name = picture.utf8.split(separator: slash).last ?? picture.utf8[...]
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex { name = name[..<dot] }
    return folder + (folder.utf8.last == slash ? "" : "/") + String(decoding: name, as: UTF8.self) + ".png"
  }
}
