import TFLiteFormat
import TestSupport
import Testing

/// Archives as other writers make them. Each kind was opened by MediaPipe 1.2.2 and accepted by `unzip -t`.
@Suite struct OddArchiveTests {
  private static let entries: [(name: String, data: [UInt8])] = [
    ("a.tflite", [1, 2, 3]), ("b/", []), ("c.tflite", [UInt8](0..<100)),
  ]

  private func expectOpens(
    _ edit: (inout OddArchive) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var odd = OddArchive(Self.entries)
    edit(&odd)
    let archive = try Archive(Bytes(odd.bytes))
    #expect(archive.entries.map(\.name) == Self.entries.map(\.name), sourceLocation: sourceLocation)
    #expect(archive.entries.map(\.bytes.array) == Self.entries.map(\.data), sourceLocation: sourceLocation)
  }

  // MARK: Accepted

  @Test(arguments: OddArchive.Descriptor.allCases)
  func `sizes and checksums may follow the content`(descriptor: OddArchive.Descriptor) throws {
    try expectOpens { $0.descriptor = descriptor }
    try expectOpens { archive in
      archive.descriptor = descriptor
      archive.wideFields = [.localSizes]
    }
  }

  @Test(arguments: OddArchive.WideField.allCases)
  func `zip64 fields need not be needed`(field: OddArchive.WideField) throws {
    try expectOpens { $0.wideFields = [field] }
    try expectOpens { $0.wideFields = [field, .offset, .localSizes] }
  }

  @Test(arguments: [false, true])
  func `a zip64 end record need not be needed`(leavesAll: Bool) throws {
    for prefix in [[], [UInt8](repeating: 9, count: 50)] {
      for counts in [true, false] {
        try expectOpens { archive in
          (archive.hasWideEnd, archive.leavesAllToWideEnd) = (true, leavesAll)
          (archive.prefix, archive.countsPrefix) = (prefix, counts)
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `bytes may precede an archive, whether its offsets count them or not`(counts: Bool) throws {
    try expectOpens { archive in
      (archive.prefix, archive.countsPrefix) = (Array("#!/bin/sh\nexit\n".utf8), counts)
    }
    var files = OddArchive([("labels.txt", Array("one\ntwo".utf8))])
    (files.prefix, files.countsPrefix) = (SmallModel().array, counts)
    #expect(try Model(Bytes(files.bytes)).associatedFile(named: "labels.txt")?.array == Array("one\ntwo".utf8))
  }

  @Test func `bytes may follow an archive or lie before its directory`() throws {
    for suffix in ["\r\n", "PK\u{5}\u{6} is where an archive ends", String(repeating: "\0", count: 65_000)] {
      try expectOpens { $0.suffix = Array(suffix.utf8) }
    }
    try expectOpens { archive in
      (archive.gap, archive.comment, archive.suffix) = ([7, 7, 7], Array("a comment".utf8), [10])
    }
    #expect(throws: FormatError.archive(.notAnArchive(isModel: false))) {
      try expectOpens { $0.suffix = [UInt8](repeating: 1, count: 0x1_0000) }
    }
  }

  // MARK: Refused

  @Test func `two directories are refused, wherever the other one is`() {
    let other = OddArchive([("a.tflite", [9])]).bytes
    let edits: [(inout OddArchive) -> Void] = [
      { $0.prefix = other }, { $0.gap = other }, { $0.comment = other }, { $0.suffix = other },
      { $0.suffix = OddArchive([]).bytes },
    ]
    for edit in edits {
      let error = #expect(throws: FormatError.self) { try expectOpens(edit) }
      #expect(error?.description.hasPrefix("the archive has a second directory, which ends at ") == true)
    }
    // In an entry it is a bundle of its own.
    #expect(throws: Never.self) { try Archive(Bytes(OddArchive([("inner.task", other)]).bytes)) }
  }

  @Test(arguments: [OddArchive.Descriptor.none, .signed])
  func `an archive in an archive that is cut short is not taken for it`(descriptor: OddArchive.Descriptor) {
    var outer = OddArchive([("inner.task", OddArchive(Self.entries).bytes), ("b.tflite", [1, 2, 3])])
    outer.descriptor = descriptor
    outer.prefix = [7, 7, 7]
    let bytes = outer.bytes
    for count in 0..<bytes.count {
      #expect(throws: FormatError.self, "cut to \(count)") { try Archive(Bytes(Array(bytes.prefix(count)))) }
    }
    #expect(throws: FormatError.archive(.cutShort(header: 3))) { try Archive(Bytes(Array(bytes.dropLast()))) }
  }

  @Test func `sizes that are neither the directory's nor left to what follows are refused`() {
    var zip = ZipFile([ZipFile.Entry("a", [1, 2, 3])])
    (zip.entries[0].flags, zip.entries[0].localFlags) = (8, 8)
    zip.entries[0].localByteCount = 2
    #expect(throws: FormatError.archive(.localHeaderMismatch(name: "a", field: "size"))) {
      try Archive(Bytes(zip.bytes))
    }
    // Zeros without the flag.
    (zip.entries[0].flags, zip.entries[0].localFlags, zip.entries[0].localByteCount) = (0, 0, 0)
    #expect(throws: FormatError.archive(.localHeaderMismatch(name: "a", field: "size"))) {
      try Archive(Bytes(zip.bytes))
    }
  }

  @Test func `a bundle appended to a model is refused as a bundle`() throws {
    var zip = ZipFile([ZipFile.Entry("a.tflite", [1, 2, 3])])
    zip.prefix = SmallModel().array
    let bytes = Bytes(zip.bytes)
    #expect(throws: FormatError.archive(.modelWithFiles(byteCount: zip.prefix.count))) { try Archive(bytes) }
    #expect(try Archive(bytes, allowingPrefix: true).entry(named: "a.tflite").array == [1, 2, 3])
  }

  @Test func `zip64 fields that are missing or disagree are refused`() {
    func expectRefused(_ edit: (inout ZipFile) -> Void) {
      var zip = ZipFile([ZipFile.Entry("a", [1, 2, 3])])
      edit(&zip)
      #expect(throws: FormatError.archive(.zip64)) { try Archive(Bytes(zip.bytes)) }
    }
    expectRefused { $0.statedCount = 0xFFFF }
    expectRefused { $0.statedDirectoryOffset = 0xFFFF_FFFF }
    // The locator of zip64's own end record, which is missing.
    expectRefused { $0.gapBehindDirectory = [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16) }
    expectRefused { $0.entries[0].storedByteCount = 0xFFFF_FFFF }
    var odd = OddArchive([("a", [1])])
    odd.hasWideEnd = true
    var bytes = odd.bytes
    // The number of entries in the zip64 end record.
    bytes[bytes.count - 22 - 20 - 56 + 32] = 2
    #expect(throws: FormatError.archive(.zip64)) { try Archive(Bytes(bytes)) }
  }

  @Test func `any archive of other writers opens, and no damage ends the process`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<500 {
      let odd = OddArchive.random(using: &random)
      var bytes = odd.bytes
      let archive = try Archive(Bytes(bytes))
      #expect(archive.entries.map(\.bytes.array) == odd.entries.map(\.data), "seed \(SeededGenerator.runSeed)")
      bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      _ = try? Archive(Bytes(bytes))
    }
  }
}
