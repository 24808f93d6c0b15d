/// Integers of 2 or 4 bits as a file stores them: lowest bits first, without gaps. Borrows the bytes.
package struct PackedIntegers: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  private let bitCount: Int
  private let isSigned: Bool

  package init(_ bytes: UnsafeRawBufferPointer, bitCount: Int, isSigned: Bool) {
    (self.bytes, self.bitCount, self.isSigned) = (bytes, bitCount, isSigned)
  }

  /// Writes each integer of some places as a byte.
  package func unpack(_ places: Range<Int>, to target: UnsafeMutableRawPointer) {
    guard let source = bytes.baseAddress else { return }
    func unpackEach(_ part: Range<Int>) {
      let rest = UInt8(8 - bitCount)
      for place in part {
        // The integer in the highest bits; a shift extends its sign.
        let high = bytes[place * bitCount / 8] << UInt8(Int(rest) - place * bitCount % 8)
        let integer = isSigned ? UInt8(bitPattern: Int8(bitPattern: high) >> Int8(rest)) : high >> rest
        target.storeBytes(of: integer, toByteOffset: place - places.lowerBound, as: UInt8.self)
      }
    }
    guard bitCount == 4 else { return unpackEach(places) }
    // Pairs, in a loop that the compiler vectorizes.
    let start = min(places.lowerBound + places.lowerBound % 2, places.upperBound)
    let pairCount = (places.upperBound - start) / 2, sign: UInt16 = isSigned ? 0x0808 : 0
    unpackEach(places.lowerBound..<start)
    let pairBytes = source.assumingMemoryBound(to: UInt8.self) + start / 2
    let pairs = target + (start - places.lowerBound)
    for index in 0..<pairCount {
      let byte = UInt16(pairBytes[index])
      let pair = (byte & 0x0F) | (byte & 0xF0) << 4
      // A sign of 8 becomes F0.
      let extended = pair | (pair & sign) &* 0x1E
      pairs.storeBytes(of: extended.littleEndian, toByteOffset: 2 * index, as: UInt16.self)
    }
    unpackEach(start + 2 * pairCount..<places.upperBound)
  }
}
