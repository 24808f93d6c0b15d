import TFLiteFormat
import TestSupport
import Testing

@Suite struct CRC32Tests {
  @Test func `the check value of the standard is met`() {
    #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func `every length is checksummed as bit by bit`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    // Those of at least 512 bytes are folded or, without emitted code, those of 4,096 bytes halved.
    for count in Array(0...70) + Array(500...580) + [1000, 1023, 4095, 4096, 4111, 4127, 10_000, 70_001] {
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Opening compares the archive's checksum with the bytes; the one in the archive is the slow one.
      let archive = try Archive(Bytes(ZipFile([ZipFile.Entry("data", data)]).bytes))
      #expect(try archive.entry(named: "data").array == data)
    }
  }

  /// The checksums of an archive in an archive follow from the states of the outer one.
  @Test(arguments: [1, 2]) func `entries of nested archives are checksummed as bit by bit`(depth: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    var inner = ZipFile(
      [0, 1, 70, 65_535, 65_536, 65_537, 200_001].map { count in
        ZipFile.Entry("data \(count)", (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      })
    func open() throws -> [Archive.Entry] {
      var zip = inner
      for _ in 0..<depth {
        zip = ZipFile([ZipFile.Entry("before", [1, 2, 3]), ZipFile.Entry("inner.task", zip.bytes)])
      }
      var archive = try Archive(Bytes(zip.bytes))
      for _ in 0..<depth { archive = try archive.archive(in: archive.entry(named: "inner.task")) }
      return archive.entries
    }
    #expect(try open().map(\.bytes.array) == inner.entries.map(\.data))
    for index in inner.entries.indices {
      let right = inner.entries[index].checksum
      (inner.entries[index].checksum, inner.entries[index].localChecksum) = (right ^ 1, right ^ 1)
      #expect(
        throws: FormatError.archive(.checksum(name: inner.entries[index].name, found: right, expected: right ^ 1))
      ) { try open() }
      (inner.entries[index].checksum, inner.entries[index].localChecksum) = (right, right)
    }
  }
}
