/// Decompresses the zlib streams (RFC 1950 and 1951) of a PNG's texts. Pixels are left to the PNG library.
struct ZlibReader {
  /// Where a stream cannot be read further.
  private struct Fault: Error {}

  private var bytes: ArraySlice<UInt8>
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let byteLimit: Int

  /// The bytes of a stream, at most `byteLimit` of them, up to the first fault. The checksum behind them is not read.
  static func decompress(_ stream: ArraySlice<UInt8>, byteLimit: Int) -> [UInt8] {
    // Deflate, no preset dictionary.
    guard stream.count > 2, stream[stream.startIndex] & 15 == 8, stream[stream.startIndex + 1] & 32 == 0 else {
      return []
    }
    var reader = ZlibReader(bytes: stream.dropFirst(2), byteLimit: byteLimit)
    do throws(Fault) {
      while try !reader.readBlock() {}
    } catch {}
    return reader.output
  }

  private init(bytes: ArraySlice<UInt8>, byteLimit: Int) {
    self.bytes = bytes
    self.byteLimit = byteLimit
  }

  // MARK: Blocks

  /// Reads a block; true for the last one.
  private mutating func readBlock() throws(Fault) -> Bool {
    let isLast = try read(bits: 1) == 1
    switch try read(bits: 2) {
    case 0: try readStored()
    case 1: try readCompressed(.fixedLiterals, .fixedDistances)
    case 2:
      let (literals, distances) = try readCodes()
      try readCompressed(literals, distances)
    default: throw Fault()
    }
    return isLast
  }

  private mutating func readStored() throws(Fault) {
    (bits, bitCount) = (0, 0)
    let count = try read(bits: 16)
    guard try read(bits: 16) == ~count & 0xFFFF else { throw Fault() }
    for _ in 0..<count { try append(UInt8(try read(bits: 8))) }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private mutating func readCompressed(_ literals: Code, _ distances: Code) throws(Fault) {
    while true {
      let symbol = try read(literals)
      if symbol < 256 {
        try append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Self.lengthBases.count else { throw Fault() }
        let length = Self.lengthBases[symbol - 257] + (try read(bits: Self.lengthBits[symbol - 257]))
        let code = try read(distances)
        guard code < Self.distanceBases.count else { throw Fault() }
        let distance = Self.distanceBases[code] + (try read(bits: max(0, code / 2 - 1)))
        guard distance <= output.count else { throw Fault() }
        for _ in 0..<length { try append(output[output.count - distance]) }
      }
    }
  }

  /// The codes of a block that brings its own.
  private mutating func readCodes() throws(Fault) -> (literals: Code, distances: Code) {
    let (literalCount, distanceCount) = (257 + (try read(bits: 5)), 1 + (try read(bits: 5)))
    var lengths = [Int](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for index in 0..<4 + (try read(bits: 4)) { lengths[order[index]] = try read(bits: 3) }
    let code = Code(lengths: lengths[...])
    lengths = []
    while lengths.count < literalCount + distanceCount {
      switch try read(code) {
      case 16:
        guard let last = lengths.last else { throw Fault() }
        lengths += [Int](repeating: last, count: 3 + (try read(bits: 2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try read(bits: 3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + (try read(bits: 7)))
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Fault() }
    return (Code(lengths: lengths[..<literalCount]), Code(lengths: lengths[literalCount...]))
  }

  private mutating func append(_ byte: UInt8) throws(Fault) {
    guard output.count < byteLimit else { throw Fault() }
    output.append(byte)
  }

  // MARK: Bits and codes

  private mutating func read(bits count: Int) throws(Fault) -> Int {
    while bitCount < count {
      guard let byte = bytes.popFirst() else { throw Fault() }
      bits |= UInt32(byte) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return Int(bits & (1 << count - 1))
  }

  private mutating func read(_ code: Code) throws(Fault) -> Int {
    var (prefix, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      prefix |= try read(bits: 1)
      if prefix - first < count { return code.symbols[index + prefix - first] }
      index += count
      first = (first + count) << 1
      prefix <<= 1
    }
    throw Fault()
  }

  /// A canonical Huffman code: how many symbols have each length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int]

    /// A code from the lengths of its symbols' codes, 0 for a symbol that does not occur.
    init(lengths: ArraySlice<Int>) {
      for length in lengths where length > 0 { counts[length] += 1 }
      let used = lengths.enumerated().filter { $0.element > 0 }
      symbols = used.sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map { $0.offset }
    }

    static let fixedLiterals = Code(
      lengths: (0..<288).map { (symbol: Int) -> Int in
        symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
      }[...])
    static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30)[...])
  }
}
