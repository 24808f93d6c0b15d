import Foundation
import TFLiteFormat
import Testing

@Suite struct BytesTests {
  @Test func `a slice is a view of its part`() throws {
    let bytes = Bytes([1, 2, 3, 4, 5])
    let slice = try bytes.slice(at: 1, count: 3)
    #expect(slice.array == [2, 3, 4])
    #expect(try slice.slice(at: 2, count: 1).array == [4])
    #expect(try slice.slice(at: 3, count: 0).count == 0)
  }

  @Test(arguments: [
    (-1, 1), (0, -1), (0, 6), (5, 1), (6, 0), (1, Int.max), (Int.max, 1), (Int.max, Int.max), (Int.min, 1),
  ])
  func `a slice that does not lie inside is refused`(offset: Int, count: Int) {
    #expect(throws: FormatError.outOfRange(offset: offset, count: count, available: 5)) {
      try Bytes([1, 2, 3, 4, 5]).slice(at: offset, count: count)
    }
  }

  @Test func `integers are read at odd offsets and never beyond the end`() {
    let bytes = Bytes([9, 1, 2, 3, 4])
    #expect(bytes.integer(UInt32.self, at: 1) == 0x0403_0201)
    #expect(bytes.integer(UInt32.self, at: 2) == nil)
    #expect(bytes.integer(UInt8.self, at: -1) == nil)
  }

  @Test func `a file is mapped`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-\(UUID()).bin").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    #expect(try Bytes(contentsOfFile: path).array == [1, 2, 3])
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: FormatError.cannotOpen(path: path, reason: "the file is empty")) {
      try Bytes(contentsOfFile: path)
    }
  }

  @Test func `what is no file is refused with the reason`() {
    #expect(throws: FormatError.cannotOpen(path: "/nowhere/x", reason: "No such file or directory")) {
      try Bytes(contentsOfFile: "/nowhere/x")
    }
    #expect(throws: FormatError.cannotOpen(path: "/", reason: "it is a folder")) { try Bytes(contentsOfFile: "/") }
    #expect(throws: FormatError.cannotOpen(path: "/dev/null", reason: "it is not a regular file")) {
      try Bytes(contentsOfFile: "/dev/null")
    }
    #expect(throws: FormatError.self) { try Bytes(contentsOfFile: "/\0") }
  }

  @Test func `text is validated`() {
    #expect(Bytes(Array("né".utf8)).utf8Text == "né")
    #expect(Bytes([0xFF]).utf8Text == nil)
    #expect(Bytes([]).utf8Text == "")
  }
}
