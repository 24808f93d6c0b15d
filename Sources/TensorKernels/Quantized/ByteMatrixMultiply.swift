import MachineCode

/// Rows of integers times a constant matrix of bytes, in integers: quantized bytes to quantized bytes, or integers with
/// scales to floats.
///
///     output[m, n] = limits(zeroPoint + factor[n] · (Σk (input[m, k] − inputZero) · filter[n, k] + bias[n]))
///     output[m, n] = limits(Σk input[m, k] · filter[n, k] · filterScale[n] · scale[m / rowsPerScale] + bias[n])
///
/// Filters are relative to their zero point, 9 bits with a sign. Sums are exact in 32 bits, so all kernels give the
/// same. Products with factors are rounded like ``FixedPointMultiplier``, those with scales in their order; one scale
/// for the whole filter is first multiplied by that of the rows.
package enum ByteMatrixMultiply {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = ByteMatrixMultiply.Weights

    /// The sizes of the product.
    package let rows: Int, columns: Int, depth: Int
    /// Elements from one row of the output to the next.
    let outputStride: Int
    package let elements: Elements

    /// A product of contiguous rows; without a stride, those of the output are contiguous, too.
    package init(rows: Int, columns: Int, depth: Int, outputStride: Int? = nil, _ elements: Elements) {
      (self.rows, self.columns, self.depth) = (rows, columns, depth)
      self.outputStride = outputStride ?? columns
      self.elements = elements
    }

    package var element: NumberType { elements.output }

    /// Multiply-adds of all sums.
    package var multiplyAdds: Int { saturatingProduct(rows, columns, depth) }

    /// Rows of a unit: whole tiles, and one more rather than a last unit of a single row.
    var rowsPerUnit: Int { rows > 1 && rows % 24 == 1 ? 25 : 24 }

    /// Bytes that kernels hold.
    package var packedByteCount: Int {
      (columns + 16) * (depth * 2 + MemoryLayout<ByteRowCode.ChannelsOnce>.stride / 8) + 4096
    }

    /// Calls `body` with the rows of a unit: all of them, or, of scaled rows, each part that has one scale.
    func forEachPart(ofUnit unit: Int, _ body: (Range<Int>) -> Void) {
      var first = unit * rowsPerUnit
      let end = min(first + rowsPerUnit, rows)
      while first < end {
        let next = min(end, elements.endOfScale(row: first) ?? end)
        body(first..<next)
        first = next
      }
    }
  }

  /// What rows consist of, and what sums become.
  package enum Elements: Sendable, Hashable {
    /// Quantized bytes become quantized bytes.
    case bytes(Bytes)
    /// Integers of nine bits and a sign, in 16 bits, or bytes relative to an offset become floats.
    case scaled(Scaled)

    /// Zero points and limits, and how factors round.
    package struct Bytes: Sendable, Hashable {
      package let input: ByteRange, output: ByteRange
      let rounding: FixedPointMultiplier.Rounding

      package init(input: ByteRange, output: ByteRange, rounding: FixedPointMultiplier.Rounding = .twice) {
        (self.input, self.output, self.rounding) = (input, output, rounding)
      }
    }

    /// The scales of rows, which a second input has, and the limits of results. Of bytes, it has an offset, a whole
    /// number, behind each scale.
    package struct Scaled: Sendable, Hashable {
      /// Whether rows are bytes without a sign, minus an offset.
      let isOfBytes: Bool
      /// The number of neighboring rows with one scale.
      package let rowsPerScale: Int
      /// Whether the filter has one scale for all columns.
      package let hasOneScale: Bool
      let lower: Float, upper: Float

      package init(
        rowsPerScale: Int, hasOneScale: Bool, isOfBytes: Bool = false, lower: Float = -.infinity,
        upper: Float = .infinity
      ) {
        (self.rowsPerScale, self.hasOneScale, self.isOfBytes) = (rowsPerScale, hasOneScale, isOfBytes)
        (self.lower, self.upper) = (lower, upper)
      }

      /// Whether bytes are multiplied by one instruction, four at a time, which takes half as long as 16 bits.
      package static var prefersBytes: Bool {
        ByteRowKernel.isAvailable && MachineCodeSupport.integerProducts.isFused
      }

      /// Floats of a scale and what follows it.
      package var floatsPerScale: Int { isOfBytes ? 2 : 1 }

      /// The offset behind a scale.
      @inline(__always)
      func offset(_ scales: UnsafePointer<Float>, _ index: Int) -> Int32 {
        isOfBytes ? Int32(scales[2 * index + 1]) : 0
      }

      /// The result of a sum.
      @inline(__always)
      func result(_ sum: Float, filterScale: Float, scale: Float, bias: Float) -> Float {
        let product = hasOneScale ? sum * (scale * filterScale) : sum * filterScale * scale
        let value = product + bias
        let limited = value < lower ? lower : value
        return limited > upper ? upper : limited
      }
    }

    /// The type of inputs and results.
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

    /// The same with other numbers: what code depends on.
    var form: Elements {
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

    /// The first row with another scale than a row; nil if every row has its own, or none.
    fileprivate func endOfScale(row: Int) -> Int? {
      guard case .scaled(let scaled) = self, scaled.rowsPerScale > 1 else { return nil }
      return (row / scaled.rowsPerScale + 1) * scaled.rowsPerScale
    }

    /// The scale of a row, and of those after it in a part of a unit.
    func scales(_ operands: KernelOperands, row: Int) -> UnsafePointer<Float>? {
      guard case .scaled(let scaled) = self else { return nil }
      return operands.input(1) + row / scaled.rowsPerScale * scaled.floatsPerScale
    }
  }

  /// The constant operands.
  package struct Weights: Sendable {
    /// One row of `depth` values for each column.
    let filter: ByteFilter
    /// For quantized results.
    let factors: [FixedPointMultiplier]
    let bias: [Int32]
    /// For floats.
    let scales: [Float]
    let addends: [Float]

    /// - Parameters:
    ///   - factors: one for each column, or one for all.
    ///   - bias: one for each column, or nil for none.
    package init(filter: ByteFilter, factors: [FixedPointMultiplier], bias: [Int32]?, columns: Int) {
      let channels = Requantization.Weights(factors: factors, bias: bias, channels: columns)
      (self.filter, self.factors, self.bias) = (filter, channels.factors, channels.bias)
      (scales, addends) = ([], [])
    }

    /// - Parameters:
    ///   - scales: one for each column, or one for all.
    ///   - bias: one for each column, or nil for none.
    package init(filter: ByteFilter, scales: [Float], bias: [Float]?, columns: Int) {
      self.filter = filter
      (factors, self.bias) = ([], [])
      self.scales = scales.count == 1 ? Array(repeating: scales[0], count: columns) : scales
      addends = bias ?? Array(repeating: 0, count: columns)
    }

    /// Those of some columns of a product with `depth` terms.
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

    /// The same with more terms, of each of some segments, and columns, which have no weights.
    func padded(depth: Int, segments: Int = 1, to problem: Problem) -> Weights {
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

    /// The same with weights that nobody else has to keep.
    var kept: Weights { with(filter.kept, columns: max(bias.count, scales.count)) }

    private func with(_ filter: ByteFilter, columns: Int) -> Weights {
      guard !factors.isEmpty else {
        let more = columns - scales.count
        return Weights(
          filter: filter, scales: scales + repeatElement(scales[0], count: more),
          bias: addends + repeatElement(0, count: more), columns: columns)
      }
      let more = columns - factors.count
      return Weights(
        // Any factor that shifts right, as the others do: the sums are zero.
        filter: filter, factors: factors + repeatElement(FixedPointMultiplier(0.25), count: more),
        bias: bias + repeatElement(0, count: more), columns: columns)
    }

    /// The bytes of all numbers.
    var heldByteCount: Int { filter.count * 2 + bias.count * 16 + scales.count * 8 }
  }

  /// Fastest first. A unit is a block of rows.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "byte matrix multiply",
    kernels: [
      KernelCandidate(
        .machineCode, elements: [.int8, .uint8, .float32], supports: { MachineByteMatrixMultiply.supports($0) },
        make: { MachineByteMatrixMultiply($0, $1, $2) }),
      KernelCandidate(
        .simd, elements: [.int8, .uint8, .float32],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: true) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8, .float32],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: false) }),
    ])
}

/// Some neighboring rows of a product, of which scaled ones have one scale, or one each.
struct ByteProductRows {
  /// At least one.
  let count: Int
  let input: UnsafeRawPointer
  /// Nil for bytes.
  let scales: UnsafePointer<Float>?
  let output: UnsafeMutableRawPointer
}

/// A product of which any rows can be computed.
protocol ByteProductKernel: UnitKernel {
  /// Computes some rows.
  func run(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>)
  /// The call of emitted code for at most the rows of a unit; nil for other kernels.
  func call(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) -> EmittedCall?
}

extension ByteMatrixMultiply.Problem {
  /// Calls `body` with the rows of a unit, in parts.
  func forEachPart(ofUnit unit: Int, _ operands: KernelOperands, _ body: (ByteProductRows) -> Void) {
    forEachPart(ofUnit: unit) { rows in
      body(
        ByteProductRows(
          count: rows.count, input: operands.inputBytes(0) + rows.lowerBound * depth * elements.input.byteCount,
          scales: elements.scales(operands, row: rows.lowerBound),
          output: operands.outputBytes() + rows.lowerBound * outputStride * elements.output.byteCount))
    }
  }
}

/// The plain loops that define the operation, and the same with rows in 16 bits, to which bytes are converted first:
/// the compiler makes vectors of those.
final class ByteMatrixLoops: ByteProductKernel {
  let problem: ByteMatrixMultiply.Problem
  let convertsRows: Bool
  private let weights: ByteMatrixMultiply.Weights
  private let filter: [Int16]

  init(_ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, convertsRows: Bool) {
    (self.problem, self.weights, self.convertsRows) = (problem, weights.kept, convertsRows)
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

  func call(_ rows: ByteProductRows, scratch: UnsafeMutablePointer<Float>) -> EmittedCall? { nil }

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

  /// The sum of a column for a row of bytes, as its formula says.
  private func sum(_ row: UnsafePointer<UInt8>, _ column: Int, _ range: ByteRange) -> Int32 {
    let place = column * problem.depth
    var sum: Int32 = 0
    for k in 0..<problem.depth { sum &+= range.integer(row[k]) &* Int32(filter[place + k]) }
    return sum
  }

  /// The sums of all columns for a row of integers: as the formula says, or four at a time.
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

  /// The result of a sum.
  private func byte(_ sum: Int32, _ column: Int, _ bytes: ByteMatrixMultiply.Elements.Bytes) -> UInt8 {
    bytes.output.byte(weights.factors[column].product(sum &+ weights.bias[column], bytes.rounding))
  }
}
