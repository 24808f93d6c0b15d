import TFLiteFormat
import TestSupport
import Testing

@Suite struct ArchiveCorruptionTests {
  private let zip = ZipFile([
    ZipFile.Entry("hand_landmarker.task", ZipFile([ZipFile.Entry("a.tflite", [1, 2, 3])]).bytes),
    ZipFile.Entry("b.tflite", [UInt8](0..<200)),
  ]).bytes

  /// Opens the archive and everything inside; throws only `FormatError`, as the compiler guarantees.
  private func open(_ bytes: [UInt8]) throws(FormatError) {
    for entry in try Archive(Bytes(bytes)).entries where entry.name.hasSuffix(".task") {
      _ = try Archive(entry.bytes)
    }
  }

  @Test func `every cut is refused`() throws {
    try open(zip)
    for count in 0..<zip.count {
      #expect(throws: FormatError.self, "cut to \(count)") { try open(Array(zip.prefix(count))) }
    }
  }

  @Test func `every flipped byte gives a result or an error`() {
    for position in zip.indices {
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = zip
        bytes[position] ^= mask
        try? open(bytes)
      }
    }
  }

  @Test func `every damaged byte of an entry is noticed`() {
    for position in zip.indices where zip[position...].starts(with: [UInt8](0..<200)) {
      for offset in 0..<200 {
        var bytes = zip
        bytes[position + offset] ^= 0x10
        #expect(throws: FormatError.self) { try open(bytes) }
      }
    }
  }

  @Test func `extended and random archives give a result or an error`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<2000 {
      var bytes = zip
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let value = [0, 0xFF, 0x7F, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        bytes[Int.random(in: bytes.indices, using: &random)] = value
      }
      if Bool.random(using: &random) {
        bytes += [UInt8](repeating: 0x50, count: Int.random(in: 1...40, using: &random))
      }
      try? open(bytes)
    }
  }
}
