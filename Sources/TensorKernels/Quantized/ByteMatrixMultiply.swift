import MachineCode

/// Integer rows times a constant 8-bit matrix: quantized bytes to quantized bytes, or scaled integers to floats.
///
///     output[m, n] = limits(zeroPoint + factor[n] · (Σk (input[m, k] − inputZero) · filter[n, k] + bias[n]))
///     output[m, n] = limits(Σk input[m, k] · filter[n, k] · filterScale[n] · scale[m / rowsPerScale] + bias[n])
///
/// Weights minus their zero point are 9-bit signed. Sums are exact in 32 bits, so all kernels agree. Factors round like
/// ``FixedPointMultiplier``; scales are applied in the order shown, except that a single filter scale is first
/// multiplied by the rows' scale.
package enum ByteMatrixMultiply {
  package struct Problem: KernelProblem {
    package typealias Weights = ByteMatrixMultiply.Weights

    package let rows: Int, columns: Int, depth: Int
    /// Elements from one output row to the next.
    package let outputStride: Int
    package let elements: Elements

    /// A product of contiguous rows; output rows are contiguous if `outputStride` is nil.
    package init(rows: Int, columns: Int, depth: Int, outputStride: Int? = nil, _ elements: Elements) {
      (self.rows, self.columns, self.depth) = (rows, columns, depth)
      self.outputStride = outputStride ?? columns
      self.elements = elements
    }

    package var element: NumberType { elements.output }

    package var multiplyAdds: Int { saturatingProduct(rows, columns, depth) }

    /// Rows of a unit: whole tiles, plus one rather than a last unit of a single row.
    package var rowsPerUnit: Int { rows > 1 && rows % 24 == 1 ? 25 : 24 }

    /// The counts of rows of a whole unit and of the last one; nil if scales split units.
    package var rowCounts: [Int]? {
      if case .scaled(let scaled) = elements, scaled.rowsPerScale > 1, scaled.rowsPerScale < rows { return nil }
      return [min(rows, rowsPerUnit), rows % rowsPerUnit]
    }

    /// Calls `body` with the rows of a unit, split where the scale changes.
    func forEachPart<Failure: Error>(
      ofUnit unit: Int, _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
      var first = unit * rowsPerUnit
      let end = min(first + rowsPerUnit, rows)
      while first < end {
        let next = min(end, elements.endOfScale(row: first) ?? end)
        try body(first..<next)
        first = next
      }
    }
  }

  package enum Elements: Sendable, Hashable {
    /// Quantized bytes to quantized bytes.
    case bytes(Bytes)
    /// 9-bit signed integers in 16 bits, or bytes with an offset, to floats.
    case scaled(Scaled)

    package struct Bytes: Sendable, Hashable {
      package let input: ByteRange, output: ByteRange
      package let rounding: FixedPointMultiplier.Rounding

      package init(input: ByteRange, output: ByteRange, rounding: FixedPointMultiplier.Rounding = .twice) {
        (self.input, self.output, self.rounding) = (input, output, rounding)
      }
    }

    /// The second input has the rows' scales; for bytes, each scale is followed by an integral offset.
    package struct Scaled: Sendable, Hashable {
      /// Whether rows are unsigned bytes to subtract an offset from.
      package let isOfBytes: Bool
      /// Consecutive rows with one scale.
      package let rowsPerScale: Int
      /// Whether the filter has a single scale.
      package let hasOneScale: Bool
      package let lower: Float, upper: Float

      package init(
        rowsPerScale: Int, hasOneScale: Bool, isOfBytes: Bool = false, lower: Float = -.infinity,
        upper: Float = .infinity
      ) {
        (self.rowsPerScale, self.hasOneScale, self.isOfBytes) = (rowsPerScale, hasOneScale, isOfBytes)
        (self.lower, self.upper) = (lower, upper)
      }

      package var floatsPerScale: Int { isOfBytes ? 2 : 1 }

      /// The offset after a scale.
      @inline(__always)
      func offset(_ scales: UnsafePointer<Float>, _ index: Int) -> Int32 {
        isOfBytes ? Int32(scales[2 * index + 1]) : 0
      }

      @inline(__always)
      func result(_ sum: Float, filterScale: Float, scale: Float, bias: Float) -> Float {
        let product = hasOneScale ? sum * (scale * filterScale) : sum * filterScale * scale
        let value = product + bias
        let limited = value < lower ? lower : value
        return limited > upper ? upper : limited
      }
    }

    package var input: NumberType {
      switch self {
      case .bytes(let bytes): bytes.input.element
      case .scaled(let scaled): scaled.isOfBytes ? .uint8 : .int16
      }
    }
    package var output: NumberType {
      switch self {
      case .bytes(let bytes): bytes.output.element
      case .scaled: .float32
      }
    }

    /// What code depends on; other values are canonical.
    package var form: Elements {
      switch self {
      case .bytes(let bytes):
        .bytes(Bytes(input: bytes.input.form, output: bytes.output.form, rounding: bytes.rounding))
      case .scaled(let scaled):
        .scaled(
          Scaled(
            rowsPerScale: min(scaled.rowsPerScale, 2), hasOneScale: scaled.hasOneScale, isOfBytes: scaled.isOfBytes,
            lower: scaled.lower > -.infinity ? 0 : -.infinity, upper: scaled.upper < .infinity ? 0 : .infinity))
      }
    }

    /// The first later row with another scale; nil if every row has its own, or none.
    fileprivate func endOfScale(row: Int) -> Int? {
      guard case .scaled(let scaled) = self, scaled.rowsPerScale > 1 else { return nil }
      return (row / scaled.rowsPerScale + 1) * scaled.rowsPerScale
    }

    /// The scale of a row, and of the later rows in its part of a unit.
    package func scales(_ operands: KernelOperands, row: Int) -> UnsafePointer<Float>? {
      guard case .scaled(let scaled) = self else { return nil }
      return operands.input(1) + row / scaled.rowsPerScale * scaled.floatsPerScale
    }
  }

  package struct Weights: Sendable {
    /// `depth` values per column.
    package let filter: ByteFilter
    /// For quantized results.
    package let factors: [FixedPointMultiplier]
    package let bias: [Int32]
    /// For floats.
    package let scales: [Float]
    package let addends: [Float]

    /// `factors` has one per column or one for all.
    package init(filter: ByteFilter, factors: [FixedPointMultiplier], bias: [Int32]?, columns: Int) {
      let channels = Requantization.Weights(factors: factors, bias: bias, channels: columns)
      (self.filter, self.factors, self.bias) = (filter, channels.factors, channels.bias)
      (scales, addends) = ([], [])
    }

    /// `scales` has one per column or one for all.
    package init(filter: ByteFilter, scales: [Float], bias: [Float]?, columns: Int) {
      self.filter = filter
      (factors, self.bias) = ([], [])
      self.scales = scales.count == 1 ? Array(repeating: scales[0], count: columns) : scales
      addends = bias ?? Array(repeating: 0, count: columns)
    }

    /// The weights of some columns.
    package func part(_ columns: Range<Int>, depth: Int) -> Weights {
      guard columns.count < max(bias.count, scales.count) else { return self }
      let filter = filter.part(columns.lowerBound * depth..<columns.upperBound * depth)
      guard !factors.isEmpty else {
        return Weights(
          filter: filter, scales: Array(scales[columns]), bias: Array(addends[columns]), columns: columns.count)
      }
      return Weights(
        filter: filter, factors: Array(factors[columns]), bias: Array(bias[columns]), columns: columns.count)
    }

    /// Pads each segment's terms, and the columns, with zero weights.
    package func padded(depth: Int, segments: Int = 1, to problem: Problem) -> Weights {
      let columns = max(bias.count, scales.count)
      guard problem.depth != depth || problem.columns != columns else { return self }
      let filter = filter.integers
      let (count, paddedCount) = (depth / segments, problem.depth / segments)
      var values = [Int16](repeating: 0, count: problem.columns * problem.depth)
      for segment in 0..<columns * segments {
        for k in 0..<count { values[segment * paddedCount + k] = filter[segment * count + k] }
      }
      return with(ByteFilter(values), columns: problem.columns)
    }

    /// The same with weights in memory of their own.
    var copied: Weights { with(filter.copied, columns: max(bias.count, scales.count)) }

    private func with(_ filter: ByteFilter, columns: Int) -> Weights {
      guard !factors.isEmpty else {
        let more = columns - scales.count
        return Weights(
          filter: filter, scales: scales + repeatElement(scales[0], count: more),
          bias: addends + repeatElement(0, count: more), columns: columns)
      }
      let more = columns - factors.count
      return Weights(
        // Any right shift, as for the other factors: the sums are zero.
        filter: filter, factors: factors + repeatElement(FixedPointMultiplier(0.25), count: more),
        bias: bias + repeatElement(0, count: more), columns: columns)
    }

    var heldByteCount: Int { filter.count * 2 + bias.count * 16 + scales.count * 8 }
  }

  /// A unit is a block of rows.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "byte matrix multiply",
    kernels: [
      KernelCandidate(
        .simd, elements: [.int8, .uint8, .float32],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: true) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8, .float32],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: false) }),
    ])
}

/// Consecutive rows of a product; scaled rows have one scale, or one each.
package struct ByteProductRows {
  /// At least one.
  package let count: Int
  package let input: UnsafeRawPointer
  /// Nil for bytes.
  package let scales: UnsafePointer<Float>?
  package let output: UnsafeMutableRawPointer

  package init(
    count: Int, input: UnsafeRawPointer, scales: UnsafePointer<Float>?, output: UnsafeMutableRawPointer
  ) {
    (self.count, self.input, self.scales, self.output) = (count, input, scales, output)
  }
}

/// A product that can compute the rows of any part of a unit (``ByteMatrixMultiply/Problem/rowCounts``).
package protocol ByteProductKernel: UnitKernel {
  func run(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>)
  /// The call of emitted code; nil for other kernels.
  func call(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) -> KernelCall?
}

extension ByteMatrixMultiply.Problem {
  package func forEachPart(ofUnit unit: Int, _ operands: KernelOperands, _ body: (ByteProductRows) -> Void) {
    forEachPart(ofUnit: unit) { rows in
      body(
        ByteProductRows(
          count: rows.count, input: operands.inputBytes(0) + rows.lowerBound * depth * elements.input.byteCount,
          scales: elements.scales(operands, row: rows.lowerBound),
          output: operands.outputBytes() + rows.lowerBound * outputStride * elements.output.byteCount))
    }
  }
}

/// Plain loops that define the operation, and a form that first converts bytes to 16 bits, which the compiler
/// vectorizes.
final class ByteMatrixLoops: ByteProductKernel {
  let problem: ByteMatrixMultiply.Problem
  let convertsRows: Bool
  private let weights: ByteMatrixMultiply.Weights
  private let filter: [Int16]

  init(_ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, convertsRows: Bool) {
    (self.problem, self.weights, self.convertsRows) = (problem, weights.copied, convertsRows)
    filter = self.weights.filter.integers
  }

  var unitCount: Int { (problem.rows + problem.rowsPerUnit - 1) / problem.rowsPerUnit }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.heldByteCount }
  var scratchCount: Int { (problem.depth + 1) / 2 }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units {
      problem.forEachPart(ofUnit: unit, operands) { run($0, scratch: operands.scratch) }
    }
  }

  func call(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) -> KernelCall? { nil }

  func run(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) {
    switch problem.elements {
    case .bytes(let bytes):
      let input = rows.input.assumingMemoryBound(to: UInt8.self)
      let output = rows.output.assumingMemoryBound(to: UInt8.self)
      let values = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int16.self)
      for row in 0..<rows.count {
        let row = (input + row * problem.depth, output + row * problem.outputStride)
        if convertsRows {
          for k in 0..<problem.depth { values[k] = Int16(truncatingIfNeeded: bytes.input.integer(row.0[k])) }
          forEachSum(values) { row.1[$0] = byte($1, $0, bytes) }
        } else {
          for column in 0..<problem.columns { row.1[column] = byte(sum(row.0, column, bytes.input), column, bytes) }
        }
      }
    case .scaled(let scaled):
      let input = rows.input.assumingMemoryBound(to: Int16.self)
      let output = rows.output.assumingMemoryBound(to: Float.self)
      guard let scales = rows.scales else { return }
      for row in 0..<rows.count {
        let index = scaled.rowsPerScale == 1 ? row : 0
        let scale = scales[index * scaled.floatsPerScale], offset = scaled.offset(scales, index)
        var values = input + row * problem.depth
        let target = output + row * problem.outputStride
        if scaled.isOfBytes {
          let bytes = rows.input.assumingMemoryBound(to: UInt8.self) + row * problem.depth
          let integers = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int16.self)
          for k in 0..<problem.depth { integers[k] = Int16(truncatingIfNeeded: Int32(bytes[k]) &- offset) }
          values = UnsafePointer(integers)
        }
        forEachSum(values) {
          target[$0] = scaled.result(
            Float($1), filterScale: weights.scales[$0], scale: scale, bias: weights.addends[$0])
        }
      }
    }
  }

  private func sum(_ row: UnsafePointer<UInt8>, _ column: Int, _ range: ByteRange) -> Int32 {
    let place = column * problem.depth
    var sum: Int32 = 0
    for k in 0..<problem.depth { sum &+= range.integer(row[k]) &* Int32(filter[place + k]) }
    return sum
  }

  /// Calls `body` with each column's sum for a row of integers, four columns at a time if possible.
  @inline(__always)
  private func forEachSum(_ values: UnsafePointer<Int16>, _ body: (_ column: Int, _ sum: Int32) -> Void) {
    filter.withUnsafeBufferPointer { filter in
      guard convertsRows else {
        for column in 0..<problem.columns {
          var sum: Int32 = 0
          for k in 0..<problem.depth { sum &+= Int32(values[k]) &* Int32(filter[column * problem.depth + k]) }
          body(column, sum)
        }
        return
      }
      let sums = Int16RowSums(filter: filter, depth: problem.depth)
      var column = 0
      while column + 4 <= problem.columns {
        let four = sums.fourSums(values, column: column)
        for lane in 0..<4 { body(column + lane, four[lane]) }
        column += 4
      }
      while column < problem.columns {
        body(column, sums.sum(values, column: column))
        column += 1
      }
    }
  }

  @inline(__always)
  private func byte(_ sum: Int32, _ column: Int, _ bytes: ByteMatrixMultiply.Elements.Bytes) -> UInt8 {
    bytes.output.byte(weights.factors[column].product(sum &+ weights.bias[column], bytes.rounding))
  }
}
