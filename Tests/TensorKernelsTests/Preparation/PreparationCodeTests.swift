import TensorKernels
import Testing

/// Without emitted code these check the portable loops, which do the rest of a row with it.
@Suite struct PreparationCodeTests {
  #if !(os(macOS) && arch(x86_64))
    @Test func `a run of all halves has the bits that each has alone, at any length`() {
      let halves = (UInt16.min...UInt16.max).map(\.littleEndian)
      for count in [1, 7, 8, 9, 16, 17, 65_536] {
        let target = PaddedFloats(count: count)
        halves.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          HalfPrecision.convert(count, from: base, to: target.pointer)
        }
        let wrong = target.values.indices.filter {
          target.values[$0].bitPattern != HalfPrecision.float(fromBits: UInt16($0)).bitPattern
        }
        #expect(wrong == [], "of \(count)")
        #expect(target.isBorderIntact)
      }
    }
  #endif

  @Test(arguments: [Float.nan, .signalingNaN, .infinity, -.infinity])
  func `one number that is not finite is found anywhere`(number: Float) {
    for count in [1, 8, 9, 40, 43] {
      for place in 0..<count {
        var values = [Float](repeating: .greatestFiniteMagnitude, count: count)
        values[place] = number
        #expect(!PreparationCode.areFinite(values, count: count), "\(place) of \(count)")
      }
    }
  }

  @Test func `finite numbers are finite, even if their sum is not`() {
    let values: [Float] = [.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, -0, 1]
    for count in [0, 1, 8, 15, 40] {
      #expect(PreparationCode.areFinite((0..<count).map { values[$0 % values.count] }, count: count))
    }
  }

  @Test(arguments: [1, 15, 16, 17, 48, 63], [0, 7, 8, 9, 24, 31])
  func `rows of halves are interleaved, and nothing else is written`(length: Int, rows: Int) {
    let source = (0..<rows * length).map { UInt16($0) }
    let stride = rows + 3
    // Halves lie in floats, two in each.
    let target = PaddedFloats(count: (length * stride + 1) / 2)
    let halves = UnsafeMutableRawPointer(target.pointer).assumingMemoryBound(to: UInt16.self)
    for index in 0..<length * stride { halves[index] = .max }
    source.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      PreparationCode.interleave(rows: rows, length: length, fromHalves: start, to: halves, stride: stride)
    }
    for k in 0..<length {
      for j in 0..<stride { #expect(halves[k * stride + j] == (j < rows ? source[j * length + k] : .max)) }
    }
    #expect(target.isBorderIntact)
  }

  @Test(arguments: [1, 2, 3, 64], [0, 7, 8, 9, 24, 31])
  func `eights of rows are interleaved, and nothing else is written`(length: Int, rows: Int) {
    let source = (0..<rows * length).map(Float.init)
    let stride = rows + 3
    let target = PaddedFloats(count: length * stride)
    for index in 0..<length * stride { target.pointer[index] = -1 }
    let done = PreparationCode.interleave(
      rows: rows, length: length, from: source, to: target.pointer, stride: stride)
    #expect([0, rows / 8 * 8].contains(done))
    for k in 0..<length {
      for j in 0..<stride {
        #expect(target.values[k * stride + j] == (j < done ? source[j * length + k] : -1))
      }
    }
    #expect(target.isBorderIntact)
  }
}
