import TFLiteFormat
import TestSupport
import Testing

@Suite struct ArchiveTests {
  private let first = ZipFile.Entry("a.tflite", [1, 2, 3])
  private let second = ZipFile.Entry("b.tflite", [4, 5, 6, 7, 8])

  private func open(_ edit: (inout ZipFile) -> Void = { _ in }) throws -> Archive {
    var zip = ZipFile([first, second])
    edit(&zip)
    return try Archive(Bytes(zip.bytes))
  }

  private func expect(_ fault: ArchiveFault, _ edit: (inout ZipFile) -> Void) {
    #expect(throws: FormatError.archive(fault)) { try open(edit) }
  }

  // MARK: Accepted

  @Test func `stored entries are found by name`() throws {
    let archive = try open()
    #expect(archive.entries.map(\.name) == ["a.tflite", "b.tflite"])
    #expect(try archive.entry(named: "b.tflite").array == [4, 5, 6, 7, 8])
  }

  @Test func `zeros before the entries and odd offsets are accepted`() throws {
    for zeros in 0..<5 {
      let archive = try open { zip in
        zip.entries[0].zerosBefore = zeros
        zip.entries[1].zerosBefore = 7
      }
      #expect(try archive.entry(named: "a.tflite").array == [1, 2, 3])
      #expect(try archive.entry(named: "b.tflite").array == [4, 5, 6, 7, 8])
    }
  }

  @Test func `a comment, an extra field and a gap are accepted`() throws {
    let archive = try open { zip in
      zip.comment = Array("hello".utf8)
      zip.entries[0].extra = [0x99, 0x99, 2, 0, 1, 2]
      zip.gapBeforeDirectory = [9, 9, 9]
    }
    #expect(try archive.entry(named: "a.tflite").array == [1, 2, 3])
  }

  @Test func `a bundle inside a bundle is opened in place`() throws {
    let inner = ZipFile([first]).bytes
    let outer = try Archive(Bytes(ZipFile([ZipFile.Entry("odd", [0]), ZipFile.Entry("inner.task", inner)]).bytes))
    #expect(try Archive(outer.entry(named: "inner.task")).entry(named: "a.tflite").array == [1, 2, 3])
  }

  @Test func `an archive of nothing has no entries`() throws {
    #expect(try Archive(Bytes(ZipFile([]).bytes)).entries.isEmpty)
  }

  @Test func `empty entries may share a place in the directory's order`() throws {
    let archive = try Archive(Bytes(ZipFile([ZipFile.Entry("x", []), ZipFile.Entry("y", [])]).bytes))
    #expect(archive.entries.map(\.bytes.count) == [0, 0])
  }

  // MARK: Names

  @Test func `a missing entry is named with those there are`() throws {
    let archive = try open()
    #expect(throws: FormatError.missingEntry(name: "A.TFLITE", available: ["a.tflite", "b.tflite"])) {
      try archive.entry(named: "A.TFLITE")
    }
  }

  @Test func `names are compared byte by byte`() throws {
    // U+212A KELVIN SIGN is canonically equivalent to K.
    let archive = try Archive(Bytes(ZipFile([ZipFile.Entry("\u{212A}", [1]), ZipFile.Entry("K", [2])]).bytes))
    #expect(try archive.entry(named: "K").array == [2])
  }

  @Test func `two entries of one name are refused`() {
    expect(.duplicateEntry(name: "a.tflite")) { $0.entries[1].name = "a.tflite" }
  }

  @Test(arguments: ["../../a", "/a", "..\\a", "C:a", "a\0b", ""])
  func `a name that looks like a path is a key as any other`(name: String) throws {
    let archive = try open { zip in
      zip.entries[0].name = name
      zip.entries[0].localName = name
    }
    #expect(archive.entries.map(\.name) == [name, "b.tflite"])
    #expect(try archive.entry(named: name).array == [1, 2, 3])
  }

  // MARK: Refused

  @Test func `no archive at all is refused`() {
    #expect(throws: FormatError.archive(.notAnArchive(isModel: false))) { try Archive(Bytes([1, 2, 3])) }
    #expect(throws: FormatError.otherFile(reason: "the file is empty")) { try Archive(Bytes([])) }
    let other = FormatError.otherFile(reason: "the file is a PDF document, neither a .task bundle nor a .tflite model")
    #expect(throws: other) { try Archive(Bytes(Array("%PDF-1.7\n".utf8))) }
    #expect(throws: other) { try Model(Bytes(Array("%PDF-1.7\n".utf8))) }
    #expect(throws: FormatError.archive(.notAnArchive(isModel: true))) { try Archive(SmallModel().bytes) }
  }

  @Test func `a compressed entry is refused with its method`() {
    expect(.compressed(name: "a.tflite", method: 8)) { zip in
      zip.entries[0].method = 8
      zip.entries[0].localMethod = 8
    }
  }

  @Test(arguments: [1, 0x40, 0x2000]) func `an encrypted entry is refused`(flags: Int) {
    expect(.encrypted(name: "a.tflite")) { $0.entries[0].flags = flags }
    expect(.encrypted(name: "b.tflite")) { $0.entries[1].localFlags = flags }
  }

  @Test func `a wrong checksum is refused`() {
    expect(.checksum(name: "b.tflite", found: crc32([4, 5, 6, 7, 8]), expected: 7)) { zip in
      zip.entries[1].checksum = 7
      zip.entries[1].localChecksum = 7
    }
  }

  @Test func `a local header that disagrees is refused`() {
    expect(.localHeaderMismatch(name: "a.tflite", field: "name")) { $0.entries[0].localName = "c.tflite" }
    expect(.localHeaderMismatch(name: "a.tflite", field: "size")) { $0.entries[0].localByteCount = 2 }
    expect(.localHeaderMismatch(name: "a.tflite", field: "CRC-32")) { $0.entries[0].localChecksum = 0 }
    expect(.localHeaderMismatch(name: "a.tflite", field: "method")) { $0.entries[0].localMethod = 8 }
    expect(.localHeaderMismatch(name: "a.tflite", field: "signature")) { $0.entries[0].offset = 1 }
  }

  @Test func `a stored entry of two sizes is refused`() {
    expect(.sizesDiffer(name: "a.tflite", stored: 3, original: 1000)) { $0.entries[0].originalByteCount = 1000 }
  }

  @Test func `an entry that reaches out of the archive is refused`() {
    let size = 1 << 30
    expect(.entryOutside(name: "a.tflite", offset: 0, byteCount: size)) { zip in
      zip.entries[0].storedByteCount = size
      zip.entries[0].originalByteCount = size
      zip.entries[0].localByteCount = size
    }
    expect(.entryOutside(name: "a.tflite", offset: size, byteCount: 3)) { $0.entries[0].offset = size }
  }

  @Test func `entries that overlap are refused`() {
    // The first entry's data holds a whole second entry.
    let inner = ZipFile([ZipFile.Entry("inner", [1])]).bytes
    var hidden = ZipFile.Entry("inner", [1])
    hidden.offset = 35
    expect(.overlap(name: "outer", other: "inner")) { zip in
      zip.entries = [ZipFile.Entry("outer", inner), hidden]
    }
  }

  @Test func `a directory that does not end at the end record is refused`() {
    #expect(throws: FormatError.self) { try open { $0.statedDirectoryOffset = 3 } }
    expect(.entryCountMismatch(stated: 1)) { $0.statedCount = 1 }
    #expect(throws: FormatError.self) { try open { $0.statedCount = 3 } }
  }

  @Test(arguments: [(BundleLimits().nestingDepth, BundleLimits()), (3, BundleLimits(nestingDepth: 3))])
  func `archives lie in each other as deep as the limit`(depth: Int, limits: BundleLimits) throws {
    var zip = ZipFile([first])
    for _ in 0..<depth { zip = ZipFile([ZipFile.Entry("inner.task", zip.bytes)]) }
    // One more than the limit, of which all but the innermost are opened.
    var archive = try Archive(Bytes(zip.bytes), limits: limits)
    for _ in 1..<depth { archive = try archive.archive(in: archive.entry(named: "inner.task")) }
    #expect(throws: FormatError.archive(.nestedTooDeep(limit: depth))) {
      try archive.archive(in: archive.entry(named: "inner.task"))
    }
  }

  @Test func `a directory record without its signature, or longer than the directory, is refused`() {
    let offset = ZipFile([first]).bytes.count - 22 - 46 - "a.tflite".utf8.count
    for place in [0, 28] {
      var bytes = ZipFile([first]).bytes
      bytes[offset + place] ^= 0x40
      #expect(throws: FormatError.archive(.directoryDamaged(offset: offset))) { try Archive(Bytes(bytes)) }
    }
  }

  @Test func `one part of an archive in several is refused`() {
    expect(.multipart) { $0.disk = 1 }
  }

  @Test func `thousands of entries are refused`() throws {
    expect(.tooManyEntries(count: 65, limit: 64)) { zip in
      zip.entries = (0..<65).map { ZipFile.Entry("\($0)", []) }
    }
    let many = ZipFile((0..<65).map { ZipFile.Entry("\($0)", []) })
    #expect(throws: Never.self) { try Archive(Bytes(many.bytes), limits: BundleLimits(entryCount: 65)) }
  }
}
