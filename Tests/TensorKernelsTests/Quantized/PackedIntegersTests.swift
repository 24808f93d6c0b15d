import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct PackedIntegersTests {
  /// The integer at a place, read bit by bit.
  private static func integer(_ bytes: [UInt8], _ place: Int, bitCount: Int, isSigned: Bool) -> UInt8 {
    var integer: UInt8 = 0
    for bit in 0..<bitCount {
      let index = place * bitCount + bit
      integer |= (bytes[index / 8] >> UInt8(index % 8) & 1) << UInt8(bit)
    }
    let isNegative = isSigned && integer >> UInt8(bitCount - 1) == 1
    return isNegative ? integer | ~0 << UInt8(bitCount) : integer
  }

  @Test(arguments: [2, 4], [true, false])
  func `any run of integers becomes bytes, and nothing else is written`(bitCount: Int, isSigned: Bool) {
    // Every byte, and one that is cut.
    let bytes = (0...255).map { UInt8($0) } + [0x9C]
    let expected = (0..<bytes.count * 8 / bitCount).map {
      Self.integer(bytes, $0, bitCount: bitCount, isSigned: isSigned)
    }
    let ranges = [0..<expected.count, 0..<0, 0..<1, 1..<2, 1..<expected.count - 1, 3..<40, 6..<41, 511..<513]
    for places in ranges {
      var found = [UInt8](repeating: 0xA5, count: places.count + 2)
      bytes.withUnsafeBytes { bytes in
        found.withUnsafeMutableBytes { found in
          guard let start = found.baseAddress else { return }
          PackedIntegers(bytes, bitCount: bitCount, isSigned: isSigned).unpack(places, to: start + 1)
        }
      }
      #expect(found == [0xA5] + expected[places] + [0xA5], "\(places)")
    }
  }

  /// Depths with which columns begin within a byte: odd ones of 4 bits, 18 of 2 bits. Emitted code takes even ones from
  /// 16 on and parts of whole eights of columns; it packs bytes or 16-bit words.
  @Test(
    arguments: KernelProvider.available,
    [(2, 3, 40, 144), (4, 3, 40, 144), (2, 5, 32, 18), (4, 1, 35, 33)]
      + [(4, 20, 17, 7), (2, 20, 17, 7), (4, 2, 16, 0)])
  func `a filter of packed integers gives the products of its bytes, in parts, too`(
    provider: KernelProvider, size: (bitCount: Int, rows: Int, columns: Int, depth: Int)
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let (bitCount, rows, columns, depth) = size
    let packed = (0..<(columns * depth * bitCount + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
    let integers = (0..<columns * depth).map {
      Int16(Int8(bitPattern: Self.integer(packed, $0, bitCount: bitCount, isSigned: true)))
    }
    let bias = (0..<columns).map { _ in Int32.random(in: -500...500, using: &random) }
    let input = (0..<rows * depth).map { _ in UInt8.random(in: 0...255, using: &random) }
    func results(_ filter: ByteFilter, _ provider: KernelProvider, _ part: Range<Int>) -> [UInt8] {
      let problem = ByteMatrixMultiply.Problem(
        rows: rows, columns: part.count, depth: depth,
        .bytes(
          ByteMatrixMultiply.Elements.Bytes(
            input: ByteRange(isSigned: true, zeroPoint: 3), output: ByteRange(isSigned: true, zeroPoint: -5))))
      let weights = ByteMatrixMultiply.Weights(
        filter: filter, factors: [FixedPointMultiplier(0.013)], bias: bias, columns: columns)
      return bytes(
        of: ByteMatrixMultiply.family, problem, weights.part(part, depth: depth), provider, inputs: [input],
        count: rows * part.count)
    }
    packed.withUnsafeBytes { source in
      for part in [0..<columns, 5..<columns, 8..<16] {
        let filter = ByteFilter(
          PackedIntegers(source, bitCount: bitCount, isSigned: true), count: columns * depth)
        #expect(results(filter, provider, part) == results(ByteFilter(integers), .reference, part))
      }
    }
  }
}
