import TFLiteFormat
import TestSupport
import Testing

@Suite struct ModelCorruptionTests {
  /// Reads everything in a model; throws only `FormatError`, as the compiler guarantees.
  private func open(_ bytes: [UInt8]) throws(FormatError) {
    let model = try Model(Bytes(bytes))
    _ = try model.metadata()
    _ = try model.labels(ofOutput: 0, locale: nil)
    for entry in model.subgraphs.flatMap(\.operators) {
      _ = try entry.options?.scalar(0, default: Int8(0))
    }
  }

  @Test func `every cut of a small model is refused or read`() throws {
    let bytes = SmallModel().array
    try open(bytes)
    for count in 0..<bytes.count { try? open(Array(bytes.prefix(count))) }
    for count in 0..<64 {
      #expect(throws: FormatError.self, "cut to \(count)") { try open(Array(bytes.prefix(count))) }
    }
  }

  @Test func `every byte of a small model can be anything`() {
    let bytes = SmallModel().array
    for position in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[position] &+ 1, bytes[position] &- 4] {
        var damaged = bytes
        damaged[position] = value
        try? open(damaged)
      }
    }
  }

  @Test func `the canned classifier can be cut anywhere`() throws {
    let bytes = try Files.cannedClassifier()
    try open(bytes)
    for count in stride(from: 0, to: bytes.count, by: 7) { try? open(Array(bytes.prefix(count))) }
  }

  @Test func `every byte of the canned classifier can be anything`() throws {
    let bytes = try Files.cannedClassifier()
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= UInt8(truncatingIfNeeded: 0x80 >> (position % 8)) | 0x11
      try? open(damaged)
    }
  }

  @Test func `words of the canned classifier can be anything`() throws {
    let bytes = try Files.cannedClassifier()
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<1000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0..<bytes.count / 4, using: &random) * 4
        let words: [UInt32] = [0, 1, 4, 0xFFFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, UInt32(random.next() >> 48)]
        let word = words.randomElement(using: &random) ?? 0
        for byte in 0..<4 { damaged[position + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
      }
      try? open(damaged)
    }
  }
}
