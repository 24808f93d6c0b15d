import MudraPlatform
import TensorKernels
import Testing

@Suite struct FixedPoint16Tests {
  private static let all = Array(Int16.min...Int16.max)

  private static func logistics(of values: [Int16] = all) -> [Int16] {
    var values = values
    values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { FixedPoint16.applyLogistic(base, count: buffer.count) }
    }
    return values
  }

  private static func tangents(of values: [Int16] = all, integerBits: Int) -> [Int16] {
    var values = values
    values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress {
        FixedPoint16.applyTanh(base, count: buffer.count, integerBits: integerBits)
      }
    }
    return values
  }

  @Test func `the logistic function is within seven steps of the exact one`() {
    for (value, result) in zip(Self.all, Self.logistics()) {
      let error = abs(Double(result) - 32768 / (1 + exp(-Double(value) / 4096)))
      if error >= 7 { Issue.record("\(value): \(result)") }
    }
  }

  @Test(arguments: -9...6) func `the hyperbolic tangent is within thirteen steps of the exact one`(integerBits: Int) {
    let one = Double(1 << (15 - integerBits))
    for (value, result) in zip(Self.all, Self.tangents(integerBits: integerBits)) {
      let error = abs(Double(result) - 32768 * tanh(Double(value) / one))
      if error >= 13 { Issue.record("\(value): \(result)") }
    }
  }

  /// Computed by gemmlowp's formulas in Python.
  @Test func `some results have gemmlowp's bits`() {
    #expect(Self.logistics(of: [-12756, 0]) == [1387, 1 << 14])
    for (bits, expected) in [
      (0, [-24964, -1000, -8, 1000, 24964]), (3, [-32767, -7840, 8, 7840, 32767]),
      (6, [-32767, -31476, 64, 31476, 32767]),
    ] {
      #expect(Self.tangents(of: [.min, -1000, 1, 1000, .max], integerBits: bits).map(Int.init) == expected)
    }
  }

  /// Computed by the plain form of the functions, with a branch for each sign, which gave LiteRT's bits in all cases.
  @Test func `all results have the bits of the plain form`() {
    func checksum(_ values: [Int16]) -> UInt64 {
      values.reduce(0) { ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 0x100_0000_01B3 }
    }
    #expect(checksum(Self.logistics()) == 0xD134_9A41_EAB9_DD8C)
    for (bits, expected) in Self.tangentChecksums {
      #expect(checksum(Self.tangents(integerBits: bits)) == expected, "\(bits) integer bits")
    }
  }

  private static let tangentChecksums: [(integerBits: Int, checksum: UInt64)] = [
    (-9, 0xC379_0CF6_5080_F800), (-8, 0x0073_DB96_9FD5_AC00), (-7, 0x1F9E_C22E_8838_2800),
    (-6, 0xDBBD_A0B7_4614_6C80), (-5, 0xDDD7_6A08_ECBF_6740), (-4, 0x4F93_6230_57BE_1A40),
    (-3, 0x44A2_BEE9_DB2D_4790), (-2, 0xC6D0_2950_6369_9CA0), (-1, 0x6FAF_A121_2D96_5C68),
    (0, 0x17B8_95FE_8EA5_28D4), (1, 0x96A2_45EE_348C_66AC), (2, 0xF385_DD39_E190_00D0),
    (3, 0xC129_CAA0_7328_AD6D), (4, 0x89B6_4AC0_B347_2C17), (5, 0x610B_C752_1D5A_1997),
    (6, 0x8BA4_D56F_7437_99C5),
  ]
}
