extension Reduction {
  /// The sum or the mean of quantized bytes, from the integer `Σ (input[i] − zero)`, with the bits of TFLite's kernels.
  package struct ByteSum: Sendable, Hashable {
    /// How the integer becomes one of the output.
    private enum Scaling: Sendable, Hashable {
      /// Times the quotient of the scales in fixed point, divided by the number of elements.
      case mean(FixedPointMultiplier)
      /// Times the quotient of the scales, rounded to the nearest integer, ties away from zero.
      case sum(Float)
    }

    let input: ByteRange, output: ByteRange
    private let scaling: Scaling

    /// The most elements of which 32 bits hold the sum.
    package static let mostElements = 1 << 23

    /// Means of `count` bytes; the scales are those of the input and of the output.
    ///
    /// - Precondition: `count` is at least one, and at most ``mostElements``.
    package init(meanOf input: ByteRange, to output: ByteRange, scales: (Float, Float), count: Int) {
      (self.input, self.output) = (input, output)
      scaling = .mean(FixedPointMultiplier(Double(scales.0) / Double(scales.1)).divided(by: count))
    }

    /// Sums of at most ``mostElements`` bytes.
    package init(_ input: ByteRange, to output: ByteRange, scales: (Float, Float)) {
      (self.input, self.output, scaling) = (input, output, .sum(scales.0 / scales.1))
    }

    /// The results for bytes with these sums; not inlined, so that all numbers are in registers.
    @inline(never)
    fileprivate func write(
      _ count: Int, _ sums: UnsafePointer<Int32>, excess: Int32, to bytes: UnsafeMutablePointer<UInt8>
    ) {
      let output = output
      switch scaling {
      case .mean(let factor):
        for index in 0..<count { bytes[index] = output.byte(factor.product(sums[index] &- excess)) }
      case .sum(let scale):
        for index in 0..<count { bytes[index] = output.byte(Self.nearest(Float(sums[index] &- excess) * scale)) }
      }
    }

    /// The result for bytes with a sum.
    fileprivate func byte(_ sum: Int32) -> UInt8 {
      switch scaling {
      case .mean(let factor): output.byte(factor.product(sum))
      case .sum(let scale): output.byte(Self.nearest(Float(sum) * scale))
      }
    }

    /// The nearest integer, ties away from zero, within limits far outside those of any byte: less than one half by its
    /// last place is added, so that no number below a tie reaches the next integer. A NaN, of scales with an infinite
    /// quotient, becomes the lower limit.
    @inline(__always)
    private static func nearest(_ value: Float) -> Int32 {
      let limited = value > -65536 ? min(value, 65536) : -65536
      return Int32(limited + Float(signOf: limited, magnitudeOf: Float(0.5).nextDown))
    }
  }

  /// The plain loop that defines sums and means of quantized bytes.
  static func runReference(
    _ sums: ByteSum, _ groups: ReductionGroups, _ some: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    let source = input.assumingMemoryBound(to: UInt8.self)
    for group in some {
      var sum: Int32 = 0
      groups.forEachOffset(in: group) { sum &+= sums.input.integer(source[$0]) }
      output.storeBytes(of: sums.byte(sum), toByteOffset: group, as: UInt8.self)
    }
  }
}

extension FixedPointMultiplier {
  /// The factor of TFLite's means of `count` elements, which divides the multiplier.
  fileprivate func divided(by count: Int) -> FixedPointMultiplier {
    let exponent = left - right
    let shift = min(Int32(Int.bitWidth - 1 - count.leadingZeroBitCount), 31 + exponent)
    return FixedPointMultiplier(
      multiplier: Int32(truncatingIfNeeded: Int64(multiplier) << shift / Int64(count)), exponent: exponent - shift)
  }
}

/// Sums of quantized bytes and extremes of bytes along merged axes, 128 bytes at a time: those of neighboring groups,
/// or of several rows if there are fewer groups. A unit is a group.
package final class ByteReduction: UnitKernel {
  private typealias Words = SIMD8<UInt16>

  package static let width = 128
  /// Rows whose results are kept until all are written: 1,024 bytes, above which temporary memory is allocated.
  private static let rowsAtOnce = 256

  private let sums: Reduction.ByteSum?
  /// Elements of the reduced and of the inner kept axes, and bytes of the input.
  private let count: Int, inner: Int, end: Int
  /// What makes bytes compare without a sign, and the smallest one the largest.
  private let mask: UInt8
  /// The largest result: 1 for Booleans, of which any other byte than 0 is true.
  private let limit: UInt8
  /// Nil for portable vectors.
  private let routines: Routines?
  package let unitCount: Int
  package var elementsPerUnit: Int? { 1 }
  package var memory: [any KernelMemory] { [] }

  /// Emitted loops.
  package struct Routines: Sendable {
    package typealias Columns =
      @Sendable (_ input: UnsafeRawPointer, _ results: UnsafeMutableRawPointer, _ step: Int, _ rows: Int) -> Void
    package typealias Rows =
      @Sendable (_ rows: Int, _ input: UnsafeRawPointer, _ results: UnsafeMutablePointer<Int32>) -> Void

    /// Takes 128 bytes of some rows: subtracts them from 16-bit integers, or keeps extremes.
    let columns: Columns
    /// Takes whole rows, if groups are rows: their sums, or their extremes in the low byte.
    let rows: Rows?

    package init(columns: @escaping Columns, rows: Rows?) { (self.columns, self.rows) = (columns, rows) }
  }

  package static func supports(_ problem: Reduction.Problem) -> Bool {
    (problem.byteSum != nil || problem.operation == .maximum || problem.operation == .minimum)
      && Reduction.counts(shape: problem.shape, isReduced: problem.isReduced) != nil
  }

  /// Nil for other problems.
  package init?(_ problem: Reduction.Problem, _ routines: Routines? = nil) {
    guard let counts = Reduction.counts(shape: problem.shape, isReduced: problem.isReduced) else { return nil }
    let isSigned = problem.element == .int8, isSmallest = problem.operation == .minimum
    (sums, self.routines) = (problem.byteSum, routines)
    (count, inner, end) = (counts[1], counts[2], counts[0] * counts[1] * counts[2])
    mask = (isSigned ? 0x80 : 0) ^ (isSmallest ? 0xFF : 0)
    limit = problem.element == .bool ? 1 : 0xFF
    unitCount = counts[0] * inner
  }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    guard !units.isEmpty else { return }
    if let rows = routines?.rows { return run(rows, units, operands) }
    var rowsAtOnce = 1
    while rowsAtOnce * 2 * inner <= Self.width { rowsAtOnce *= 2 }
    let columns = min(inner, Self.width), step = rowsAtOnce * inner
    var group = units.lowerBound
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * Self.width) { memory in
      let lanes = memory.baseAddress.unsafelyUnwrapped
      while group < units.upperBound {
        let (outer, column) = group.quotientAndRemainder(dividingBy: inner)
        // The last vector overlaps the one before it rather than passing the end.
        let first = max(min(column, inner - Self.width), 0), start = outer * count * inner + first
        let skipped = column - first, taken = min(columns - skipped, units.upperBound - group)
        let rows = Rows(
          source: operands.inputBytes(0) + start, columns: columns, step: step, atOnce: rowsAtOnce,
          vectors: max(min(count / rowsAtOnce, (end - start - Self.width + step) / step), 0))
        let output = operands.outputBytes().assumingMemoryBound(to: UInt8.self) + group
        if let sums {
          takeSums(rows, lanes)
          let excess = Int32(truncatingIfNeeded: count) &* (Int32(mask) &+ sums.input.zeroPoint)
          sums.write(taken, lanes + skipped, excess: excess, to: output)
        } else {
          let bytes = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: UInt8.self)
          takeLargest(rows, bytes)
          for index in 0..<taken { output[index] = min(bytes[skipped + index] ^ mask, limit) }
        }
        group += taken
      }
    }
  }

  /// Each group a row.
  private func run(_ rows: Routines.Rows, _ units: Range<Int>, _ operands: KernelOperands) {
    let output = operands.outputBytes().assumingMemoryBound(to: UInt8.self)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.rowsAtOnce) { memory in
      let results = memory.baseAddress.unsafelyUnwrapped
      for first in stride(from: units.lowerBound, to: units.upperBound, by: Self.rowsAtOnce) {
        let taken = min(units.upperBound - first, Self.rowsAtOnce), target = output + first
        rows(taken, operands.inputBytes(0) + first * count, results)
        if let sums {
          let excess = Int32(truncatingIfNeeded: count) &* sums.input.zeroPoint
          sums.write(taken, results, excess: excess, to: target)
        } else {
          for index in 0..<taken { target[index] = min(UInt8(truncatingIfNeeded: results[index]), limit) }
        }
      }
    }
  }

  /// The rows of some groups: so many vectors of several rows, and others.
  private struct Rows {
    let source: UnsafeRawPointer
    let columns: Int, step: Int, atOnce: Int, vectors: Int

    /// Combines the lanes of rows that are taken at once, and of the rows of `count` that are not in the vectors.
    @inline(__always)
    func combine<Lane>(
      _ count: Int, into lanes: UnsafeMutablePointer<Lane>, _ lane: (_ byte: UInt8) -> Lane,
      _ combined: (Lane, Lane) -> Lane
    ) {
      var length = columns * atOnce
      while length > columns {
        length /= 2
        for place in 0..<length { lanes[place] = combined(lanes[place], lanes[place + length]) }
      }
      for row in vectors * atOnce..<count {
        for column in 0..<columns {
          let byte = source.load(fromByteOffset: row * (step / atOnce) + column, as: UInt8.self)
          lanes[column] = combined(lanes[column], lane(byte))
        }
      }
    }
  }

  /// The sums of bytes after the mask.
  private func takeSums(_ rows: Rows, _ lanes: UnsafeMutablePointer<Int32>) {
    if inner == 1 {
      lanes[0] = sum(rows.source)
      return
    }
    lanes.update(repeating: 0, count: Self.width)
    if let columns = routines?.columns {
      let words = UnsafeMutableRawPointer(lanes + Self.width).assumingMemoryBound(to: Int16.self)
      // As many as 16 bits with a sign hold.
      for first in stride(from: 0, to: rows.vectors, by: 128) {
        let count = min(rows.vectors - first, 128), excess = Int32(count) &* Int32(mask)
        words.update(repeating: 0, count: Self.width)
        columns(rows.source + first * rows.step, UnsafeMutableRawPointer(words), rows.step, count)
        for lane in 0..<Self.width { lanes[lane] &+= excess &- Int32(words[lane]) }
      }
    } else {
      for part in stride(from: 0, to: Self.width, by: 32) {
        takeSums(rows.source + part, rows.step, rows.vectors, lanes + part)
      }
    }
    rows.combine(count, into: lanes, { Int32($0 ^ mask) }, &+)
  }

  /// The sum of a row's bytes after the mask.
  private func sum(_ source: UnsafeRawPointer) -> Int32 {
    var (sum, index) = (Int32(0), 0)
    while count - index >= 16 {
      var (a, b) = (Words.zero, Words.zero)
      // As many as 16 bits hold.
      let end = index + min((count - index) / 16, 128) * 16
      while index < end {
        let bytes =
          source.loadUnaligned(fromByteOffset: index, as: Words.self) ^ Words(repeating: UInt16(mask) &* 0x101)
        a &+= bytes & 0xFF
        b &+= bytes &>> 8
        index += 16
      }
      let sums = SIMD8<Int32>(truncatingIfNeeded: a &+ b)
      sum &+= (sums.lowHalf &+ sums.highHalf).wrappedSum()
    }
    for index in index..<count { sum &+= Int32(source.load(fromByteOffset: index, as: UInt8.self) ^ mask) }
    return sum
  }

  /// The largest of a row's bytes after the mask.
  private func largest(_ source: UnsafeRawPointer) -> UInt8 {
    var (held, index) = (SIMD16<UInt8>.zero, 0)
    while count - index >= 16 {
      let bytes = source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) ^ SIMD16(repeating: mask)
      held.replace(with: bytes, where: bytes .> held)
      index += 16
    }
    var largest: UInt8 = 0
    for lane in 0..<16 { largest = max(largest, held[lane]) }
    for index in index..<count {
      largest = max(largest, source.load(fromByteOffset: index, as: UInt8.self) ^ mask)
    }
    return largest
  }

  /// The largest of bytes after the mask.
  private func takeLargest(_ rows: Rows, _ bytes: UnsafeMutablePointer<UInt8>) {
    if inner == 1 {
      bytes[0] = largest(rows.source)
      return
    }
    if let columns = routines?.columns {
      bytes.update(repeating: mask, count: Self.width)
      if rows.vectors > 0 {
        columns(rows.source, UnsafeMutableRawPointer(bytes), rows.step, rows.vectors)
      }
      for lane in 0..<Self.width { bytes[lane] ^= mask }
    } else {
      for part in stride(from: 0, to: Self.width, by: 32) {
        takeLargest(rows.source + part, rows.step, rows.vectors, bytes + part)
      }
    }
    rows.combine(count, into: bytes, { $0 ^ mask }, max)
  }

  /// Sums of every 32 bytes.
  private func takeSums(_ source: UnsafeRawPointer, _ step: Int, _ count: Int, _ lanes: UnsafeMutablePointer<Int32>) {
    let low = Words(repeating: 0xFF), flip = Words(repeating: UInt16(mask) &* 0x101)
    // As many as 16 bits hold.
    for first in stride(from: 0, to: count, by: 256) {
      var (a, b, c, d) = (Words.zero, Words.zero, Words.zero, Words.zero)
      var place = source + first * step
      for _ in first..<min(first + 256, count) {
        let left = place.loadUnaligned(as: Words.self) ^ flip
        let right = place.loadUnaligned(fromByteOffset: 16, as: Words.self) ^ flip
        a &+= left & low
        b &+= left &>> 8
        c &+= right & low
        d &+= right &>> 8
        place += step
      }
      for lane in 0..<8 {
        lanes[2 * lane] &+= Int32(a[lane])
        lanes[2 * lane + 1] &+= Int32(b[lane])
        lanes[2 * lane + 16] &+= Int32(c[lane])
        lanes[2 * lane + 17] &+= Int32(d[lane])
      }
    }
  }

  /// The largest of every 32 bytes.
  private func takeLargest(
    _ source: UnsafeRawPointer, _ step: Int, _ count: Int, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    typealias Bytes = SIMD16<UInt8>
    let flip = Bytes(repeating: mask)
    var (a, b) = (Bytes.zero, Bytes.zero)
    var place = source
    for _ in 0..<count {
      let left = place.loadUnaligned(as: Bytes.self) ^ flip
      let right = place.loadUnaligned(fromByteOffset: 16, as: Bytes.self) ^ flip
      a.replace(with: left, where: left .> a)
      b.replace(with: right, where: right .> b)
      place += step
    }
    UnsafeMutableRawPointer(bytes).storeBytes(of: a, as: Bytes.self)
    UnsafeMutableRawPointer(bytes).storeBytes(of: b, toByteOffset: 16, as: Bytes.self)
  }
}
