import TensorKernels
import Testing

@Suite struct HalfPrecisionTests {
  @Test func `known bit patterns`() {
    #expect(HalfPrecision.float(fromBits: 0x3C00) == 1)
    #expect(HalfPrecision.float(fromBits: 0xC000) == -2)
    #expect(HalfPrecision.float(fromBits: 0x0001) == 0x1p-24)
    #expect(HalfPrecision.float(fromBits: 0x7BFF) == 65504)
    #expect(HalfPrecision.float(fromBits: 0x8000).bitPattern == 0x8000_0000)
    #expect(HalfPrecision.float(fromBits: 0xFC00) == -.infinity)
  }

  #if !(os(macOS) && arch(x86_64))
    @Test func `all bit patterns have the value that Float16 gives them`() {
      var wrong: [UInt16] = []
      for bits in UInt16.min...UInt16.max {
        let found = HalfPrecision.float(fromBits: bits)
        let half = Float16(bitPattern: bits)
        let isRight =
          half.isNaN
          ? found.isNaN && found.bitPattern == UInt32(bits & 0x8000) << 16 | 0x7F80_0000 | UInt32(bits & 0x3FF) << 13
          : found.bitPattern == Float(half).bitPattern
        if !isRight { wrong.append(bits) }
      }
      #expect(wrong == [])
    }
  #endif

  @Test func `a run of halves at an odd address`() {
    let bytes: [UInt8] = [0xFF, 0x00, 0x3C, 0x00, 0xC0, 0x00, 0x38]
    let target = PaddedFloats(count: 3)
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return }
      HalfPrecision.convert(3, from: base + 1, to: target.pointer)
    }
    #expect(target.values == [1, -2, 0.5])
    #expect(target.isBorderIntact)
  }
}
