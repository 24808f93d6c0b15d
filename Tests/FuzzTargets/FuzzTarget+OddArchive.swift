import TFLiteFormat
import TestSupport

extension FuzzTarget {
  /// Zip archives that other writers could have made: each opens with its entries. A few changed bytes end in a typed
  /// error, or change nothing but names.
  static let oddArchive = FuzzTarget(name: "odd-archive", byteLimit: 256, seeds: oddArchiveSeeds) { bytes in
    var decisions = InputDecisions(bytes)
    let written = OddArchive.random(using: &decisions)
    var file = written.bytes
    let archive: Archive
    do {
      archive = try Archive(Bytes(file))
    } catch {
      throw Finding(description: "a valid archive is refused: \(error)")
    }
    try require(archive.entries.map(\.name) == written.entries.map(\.name), "entries have other names")
    try require(archive.entries.map(\.bytes.array) == written.entries.map(\.data), "entries have other contents")
    for _ in 0..<3 {
      let place = Int.random(in: file.indices, using: &decisions)
      file[place] = UInt8.random(in: 0...255, using: &decisions)
      do {
        let changed = try Archive(Bytes(file))
        // Checksums are of the content, so wrong content would have been noticed; fewer entries need two changes.
        for entry in changed.entries {
          try require(
            written.entries.contains { $0.data == entry.bytes.array }, "a changed archive has content of its own")
        }
      } catch let error as FormatError {
        _ = error.description
      }
    }
  }

  private static func oddArchiveSeeds() -> [[UInt8]] {
    (0..<48).map { SeededGenerator.bytes(64 + Int($0), seed: UInt64($0 + 1)) }
  }
}
