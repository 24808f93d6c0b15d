import Foundation
import GestureTraining
import TFLiteFormat
import TestSupport
import Testing

/// Files of embeddings that may be anything.
@Suite struct EmbeddingFileTests {
  private static func file(
    version: UInt32 = 1, count: UInt32 = 2, size: UInt32 = 3, step: Float = 0.5,
    values: [UInt16] = [0, 1, 2, 3, 4, 65535],
    checksum: UInt32? = nil
  ) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
    let data = values.flatMap { bytes($0) }
    let sum = checksum ?? CRC32.checksum(of: Bytes(data))
    return Array("MUDRAEMB".utf8) + [version, count, size, sum, step.bitPattern].flatMap { bytes($0) } + data
  }

  private func read(_ bytes: [UInt8]) throws -> OtherPoses {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(bytes).write(to: path)
    return try OtherPoses(contentsOfFile: path.path)
  }

  /// The reason why a file is refused.
  private func reason(_ bytes: [UInt8]) throws -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch GestureTrainingError.damagedOtherPoses(_, let reason) {
      return reason
    }
  }

  @Test func `values are steps`() throws {
    #expect(try read(Self.file()).embeddings.map(\.values) == [[0, 0.5, 1], [1.5, 2, 32767.5]])
  }

  @Test func `what cannot be is refused by a reason`() throws {
    #expect(try reason(Array("MUDRAEMC".utf8) + Self.file().dropFirst(8)) == "it is not a file of embeddings")
    #expect(try reason(Self.file(version: 2)) == "its version is 2, expected 1")
    #expect(try reason(Self.file(count: 0)) == "it claims 0 embeddings of 3 values")
    #expect(try reason(Self.file(count: .max, size: .max)) == "it claims 4294967295 embeddings of 4294967295 values")
    #expect(try reason(Self.file(count: 100_000, size: 4096)) == "it has 40 bytes, expected 819200028")
    #expect(try reason(Self.file(count: 1)) == "it has 40 bytes, expected 34")
    #expect(try reason(Self.file(checksum: 7)) == "its checksum is wrong")
    for step in [0, -1, Float.nan, .infinity, .greatestFiniteMagnitude] {
      #expect(try reason(Self.file(step: step)) == "its step is not a positive number", "\(step)")
    }
  }

  @Test func `every shorter file is refused, and every changed byte of a value`() throws {
    let whole = Self.file()
    for count in 1..<whole.count { #expect(try reason(Array(whole.prefix(count))) != nil, "\(count)") }
    for index in 28..<whole.count {
      var changed = whole
      changed[index] ^= 0x10
      #expect(try reason(changed) == "its checksum is wrong", "\(index)")
    }
  }

  @Test func `a missing, an empty and a huge file cannot be read`() throws {
    #expect(throws: GestureTrainingError.self) { try OtherPoses(contentsOfFile: "/nowhere/other_poses.embeddings") }
    #expect(throws: GestureTrainingError.self) { try read([]) }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(Self.file()).write(to: path)
    #expect(throws: GestureTrainingError.self) {
      try OtherPoses(contentsOfFile: path.path, limits: BundleLimits(fileByteCount: 39))
    }
  }
}
