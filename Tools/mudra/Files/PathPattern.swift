import Foundation
import MudraPlatform

/// A shell's pattern for paths: `*`, `?` and `[…]` within a name, and `**` for any number of folders.
enum PathPattern {
  private static let anyFolders = Array("**/".utf8)

  /// The paths that match, in natural order, each once.
  static func matches(of pattern: String) -> [String] {
    var found: Set<[UInt8]> = []
    for pattern in withoutAnyFolders(PathText.bytes(of: pattern)) { found.formUnion(matches(ofPattern: pattern)) }
    return found.map(PathText.text(of:)).sorted(by: NaturalOrder.isBefore)
  }

  /// The patterns that stand for one with `**/` where a name may begin: with each folder there is in its place. Links
  /// to folders are not followed there, as in shells.
  private static func withoutAnyFolders(_ pattern: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    let place = pattern.indices.first { index in
      (index == 0 || pattern[index - 1] == slash) && pattern[index...].starts(with: anyFolders)
    }
    guard let place else { return [pattern] }
    let (start, rest) = (Array(pattern[..<place]), Array(pattern[(place + anyFolders.count)...]))
    // A pattern that ends in a slash matches folders only.
    var waiting = start.isEmpty ? [[]] : matches(ofPattern: start)
    var patterns: [[UInt8]] = []
    while let folder = waiting.popLast() {
      patterns += withoutAnyFolders(folder.flatMap(escaped) + rest)
      let path = folder.isEmpty ? "." : PathText.text(of: folder)
      for name in (try? FolderNames.all(in: path)) ?? [] where !name.hasPrefix(".") {
        let inner = folder + PathText.bytes(of: name)
        let path = PathText.text(of: inner)
        if FileNames.isFolder(path), !FileNames.isLink(path) { waiting.append(inner + [slash]) }
      }
    }
    return patterns
  }

  /// A byte of a name as a pattern has it.
  private static func escaped(_ byte: UInt8) -> [UInt8] {
    "*?[]\\".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
  }

  private static func matches(ofPattern pattern: [UInt8]) -> [[UInt8]] {
    var found = glob_t()
    defer { globfree(&found) }
    let status = glob(pattern.map { CChar(bitPattern: $0) } + [0], 0, nil, &found)
    guard status == 0, let paths = found.gl_pathv else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      paths[index].map { path in UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) } }
    }
  }
}
