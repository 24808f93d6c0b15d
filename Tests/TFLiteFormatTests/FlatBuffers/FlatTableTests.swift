import TFLiteFormat
import TestSupport
import Testing

@Suite struct FlatTableTests {
  private func table(_ fields: [Int: FlatWriter.Value]) throws -> FlatTable {
    try FlatTable(rootOf: Bytes(FlatWriter.buffer(root: fields, identifier: "TEST")), identifier: "TEST")
  }

  // MARK: Values

  @Test func `what is written is read`() throws {
    let root = try table([
      0: .int(-5), 1: .byte(200), 2: .integer(1 << 40, byteCount: 8), 3: .float(1.5), 4: .string("né"),
      5: .int32s([1, -2]), 6: .floats([0.25]), 7: .bytes([7, 8, 9]), 8: .table([1: .int(4)]),
      9: .tables([[0: .int(1)], [:]]), 10: .int64s([-1]), 11: .byte(1),
    ])
    #expect(try root.scalar(0, default: Int32(0)) == -5)
    #expect(try root.scalar(1, default: UInt8(0)) == 200)
    #expect(try root.scalar(2, default: UInt64(0)) == 1 << 40)
    #expect(try root.float(3) == 1.5)
    #expect(try root.string(4) == "né")
    #expect(try root.scalars(5, as: Int32.self) == [1, -2])
    #expect(try root.floats(6) == [0.25])
    #expect(try root.bytes(7)?.array == [7, 8, 9])
    #expect(try root.table(8)?.scalar(1, default: Int32(0)) == 4)
    #expect(try root.tables(9).map { try $0.scalar(0, default: Int32(9)) } == [1, 9])
    #expect(try root.scalars(10, as: Int64.self) == [-1])
    #expect(try root.bool(11))
  }

  @Test func `absent fields have their defaults`() throws {
    let root = try table([3: .int(1)])
    #expect(try root.scalar(0, default: Int32(7)) == 7)
    #expect(try root.scalar(99, default: Int32(8)) == 8)
    #expect(try root.float(1, default: 0.5) == 0.5)
    #expect(try root.bool(1, default: true))
    #expect(try root.string(2) == nil)
    #expect(try root.table(2) == nil)
    #expect(try root.tables(2).isEmpty)
    #expect(try root.scalars(2, as: Int32.self) == nil)
    #expect(try root.bytes(2) == nil)
  }

  @Test func `a buffer at an odd address is read`() throws {
    let buffer = FlatWriter.buffer(root: [0: .int(77), 1: .string("x")], identifier: "TEST")
    for shift in 0..<8 {
      let bytes = try Bytes([UInt8](repeating: 1, count: shift) + buffer).slice(at: shift, count: buffer.count)
      let root = try FlatTable(rootOf: bytes, identifier: "TEST")
      #expect(try root.scalar(0, default: Int32(0)) == 77)
      #expect(try root.string(1) == "x")
    }
  }

  // MARK: Damage, on a buffer laid out by hand

  /// Root offset, identifier, vtable at 8 (one field at 4), table at 16 with the field at 20, string at 24.
  private let buffer: [UInt8] = [
    16, 0, 0, 0, 0x54, 0x45, 0x53, 0x54,  // root at 16, "TEST"
    6, 0, 8, 0, 4, 0, 0, 0,  // vtable: 6 bytes, table of 8, field 0 at 4; padding
    8, 0, 0, 0, 4, 0, 0, 0,  // table: vtable 8 before; field: string 4 after
    2, 0, 0, 0, 0x68, 0x69, 0, 0,  // "hi"
  ]

  private func read(_ edits: [Int: UInt8], count: Int = 32) throws -> String? {
    var bytes = buffer
    for (place, value) in edits { bytes[place] = value }
    return try FlatTable(rootOf: Bytes(Array(bytes.prefix(count))), identifier: "TEST").string(0)
  }

  @Test func `the hand-made buffer is right`() throws {
    #expect(try read([:]) == "hi")
  }

  @Test(
    arguments: [
      ([4: 0x55], FlatBufferFault.identifier(found: [0x55, 0x45, 0x53, 0x54], expected: "TEST")),
      ([0: 0], .offset(at: 0, target: 0)),
      ([0: 18], .offset(at: 0, target: 18)),
      ([0: 32], .offset(at: 0, target: 32)),
      ([3: 0xFF], .offset(at: 0, target: 0xFF00_0010)),
      ([16: 17], .vtable(table: 16)),
      ([16: 7], .vtable(table: 16)),
      ([19: 0x80], .vtable(table: 16)),
      ([8: 2], .vtable(table: 16)),
      ([8: 7], .vtable(table: 16)),
      ([9: 0xFF], .vtable(table: 16)),
      ([10: 3], .vtable(table: 16)),
      ([10: 17], .vtable(table: 16)),
      ([12: 3], .field(table: 16, field: 0)),
      ([12: 6], .field(table: 16, field: 0)),
      ([13: 0xFF], .field(table: 16, field: 0)),
      ([20: 0], .offset(at: 20, target: 20)),
      ([20: 13], .offset(at: 20, target: 20)),
      ([20: 5], .offset(at: 20, target: 25)),
      ([23: 0x80], .offset(at: 20, target: 20)),
      ([24: 5], .length(at: 24, count: 5)),
      ([27: 0x80], .length(at: 24, count: 0x8000_0002)),
      ([24: 4], .unterminatedString(at: 24)),
      ([30: 1], .unterminatedString(at: 24)),
      ([28: 0xFF], .notUTF8(at: 24)),
    ] as [([Int: UInt8], FlatBufferFault)])
  func `each kind of damage is named`(edits: [Int: UInt8], fault: FlatBufferFault) {
    #expect(throws: FormatError.flatBuffer(fault)) { try read(edits) }
  }

  @Test func `every cut is refused`() {
    // The last byte is padding.
    for count in 0..<31 {
      #expect(throws: FormatError.self, "cut to \(count)") { try read([:], count: count) }
    }
  }

  @Test func `a table that is used endlessly is refused`() throws {
    let fields: [Int: FlatWriter.Value] = [0: .tables([[Int: FlatWriter.Value]](repeating: [:], count: 300))]
    let root = try table(fields)
    // In proportion to the file, however small.
    let limit = 1 << 18 + FlatWriter.buffer(root: fields, identifier: "TEST").count
    #expect(throws: FormatError.flatBuffer(.tooManyTables(limit: limit))) {
      for _ in 0..<4000 { _ = try root.tables(0) }
    }
  }

  @Test func `strings that are used endlessly are refused`() throws {
    let root = try table([0: .string(String(repeating: "x", count: 100_000))])
    #expect(throws: FormatError.self) {
      for _ in 0..<1000 { _ = try root.string(0) }
    }
  }
}
