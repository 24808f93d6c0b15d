import TFLiteFormat
import TestSupport
import Testing

@Suite struct CRC32Tests {
  @Test func `the check value of the standard is met`() {
    #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func `every length is checksummed as bit by bit`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    // Those of at least 4,096 bytes are halved.
    for count in Array(0...70) + [1000, 1023, 4095, 4096, 4111, 4127, 10_000, 70_001] {
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Opening compares the archive's checksum with the bytes; the one in the archive is the slow one.
      let archive = try Archive(Bytes(ZipFile([ZipFile.Entry("data", data)]).bytes))
      #expect(try archive.entry(named: "data").array == data)
    }
  }
}
