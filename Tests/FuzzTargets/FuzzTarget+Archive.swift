import TFLiteFormat
import TestSupport

extension FuzzTarget {
  /// Zip archives, and the archives and models inside them.
  static let archive = FuzzTarget(
    name: "archive", byteLimit: 2048, seeds: archiveSeeds, mutation: ArchiveMutation.mutated
  ) { bytes in
    try open(bytes, nesting: 0)
    // A fuzzer rarely guesses checksums, and wrong ones end most inputs early.
    if let right = withRightChecksums(bytes) { try open(right, nesting: 0) }
  }

  private static func archiveSeeds() -> [[UInt8]] {
    let inner = ZipFile([ZipFile.Entry("a.tflite", [1, 2, 3])])
    var padded = ZipFile([ZipFile.Entry("hand_landmarker.task", inner.bytes), ZipFile.Entry("b.tflite", [4, 5])])
    padded.entries[1].zerosBefore = 7
    padded.entries[1].extra = [1, 0, 2, 0, 9, 9]
    var commented = inner
    commented.comment = Array("a comment".utf8)
    var prefixed = ZipFile([ZipFile.Entry("labels.txt", Array("one\ntwo".utf8))])
    prefixed.prefix = Array(repeating: 7, count: 40)
    let nested = ZipFile([ZipFile.Entry("outer.task", padded.bytes), ZipFile.Entry("labels.txt", [])])
    return [inner, padded, commented, prefixed, nested, ZipFile([])].map(\.bytes)
  }

  /// Opens an archive both ways, and those nested in it.
  private static func open(_ bytes: [UInt8], nesting: Int) throws {
    for allowsPrefix in [false, true] {
      do {
        let archive = try Archive(Bytes(bytes), allowingPrefix: allowsPrefix)
        try check(archive, of: bytes)
        guard nesting < 2 else { continue }
        for entry in archive.entries { try open(entry.bytes.array, nesting: nesting + 1) }
      } catch let error as FormatError {
        _ = error.description
      }
    }
  }

  /// What must be true of an accepted archive.
  private static func check(_ archive: Archive, of bytes: [UInt8]) throws {
    let sizes = archive.entries.map(\.bytes.count)
    // Every entry has headers of 30 and 46 bytes besides its content.
    try require(
      sizes.reduce(22, +) + 76 * sizes.count <= bytes.count, "entries of \(sizes) bytes in an archive of \(bytes.count)"
    )
    try require(Set(archive.entries.map { Array($0.name.utf8) }).count == sizes.count, "two entries have one name")
    for entry in archive.entries {
      try require(
        try archive.entry(named: entry.name).array == entry.bytes.array, "an entry is not found by its name")
    }
  }

  /// The archive with corrected checksums of its entries, in both places; nil if none was wrong.
  private static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8]? {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var changed = bytes
    guard bytes.count >= 46 else { return nil }
    for record in 0...bytes.count - 46 where number(record, 4) == 0x0201_4B50 {
      let header = number(record + 42, 4)
      guard header <= bytes.count - 30 else { continue }
      let start = header + 30 + number(header + 26, 2) + number(header + 28, 2)
      let count = number(record + 20, 4)
      guard start <= bytes.count, count <= bytes.count - start else { continue }
      let checksum = crc32(bytes[start..<start + count])
      for byte in 0..<4 {
        changed[record + 16 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte)))
        changed[header + 14 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte)))
      }
    }
    return changed == bytes ? nil : changed
  }
}
