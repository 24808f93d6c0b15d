import TFLiteFormat
import TestSupport
import Testing

@Suite struct ArchiveWriterTests {
  private func archive(_ entries: [(name: String, bytes: [UInt8])], after prefix: [UInt8] = []) throws -> [UInt8] {
    var writer = ArchiveWriter(after: prefix)
    for entry in entries { try writer.add(Bytes(entry.bytes), named: entry.name) }
    return try writer.finished()
  }

  private static let entries: [(name: String, bytes: [UInt8])] = [
    ("a.tflite", [1, 2, 3]), ("empty", []), ("größe/✋.task", Array(0...255)), ("z", [9]),
  ]

  @Test func `entries are read back in their order`() throws {
    let read = try Archive(Bytes(archive(Self.entries)))
    #expect(read.entries.map(\.name) == Self.entries.map(\.name))
    #expect(read.entries.map(\.bytes.array) == Self.entries.map(\.bytes))
  }

  @Test(arguments: [0, 1, 15, 16, 33]) func `contents begin at multiples of 16 bytes`(prefixCount: Int) throws {
    let bytes = try archive(
      Self.entries.map { ($0.name, [0xAB, 0xCD] + $0.bytes) }, after: Array(repeating: 7, count: prefixCount))
    let read = try Archive(Bytes(bytes), allowingPrefix: true)
    #expect(read.entries.count == Self.entries.count)
    var place = 0
    for entry in read.entries {
      let content = entry.bytes.array
      let range = try #require(bytes[place...].firstRange(of: content))
      #expect(range.lowerBound.isMultiple(of: 16))
      place = range.upperBound
    }
  }

  @Test func `an archive of nothing has no entries`() throws {
    #expect(try Archive(Bytes(archive([]))).entries.isEmpty)
  }

  @Test func `an archive in an archive is opened in place`() throws {
    let outer = try Archive(Bytes(archive([("inner.task", archive(Self.entries))])))
    let inner = try outer.archive(in: outer.entry(named: "inner.task"))
    #expect(try inner.entry(named: "z").array == [9])
  }

  @Test func `the same entries give the same bytes, which a test wrote by hand`() throws {
    let bytes = try archive([("a", [1, 2, 3])])
    #expect(try bytes == archive([("a", [1, 2, 3])]))
    var entry = ZipFile.Entry("a", [1, 2, 3])
    // 30 bytes and the name, then the field's 6 bytes and padding up to 48.
    entry.extra = [0x35, 0xD9, 13, 0, 16, 0] + [UInt8](repeating: 0, count: 11)
    #expect(bytes == ZipFile([entry]).bytes)
  }
}
