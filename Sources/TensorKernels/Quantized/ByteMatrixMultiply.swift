import MachineCode

/// Rows of quantized bytes times a constant matrix of bytes, to quantized bytes, in integers.
///
///     output[m, n] = limits(zeroPoint + factor[n] · (Σk (input[m, k] − inputZero) · filter[n, k] + bias[n]))
///
/// Filters are relative to their zero point, 9 bits with a sign. Sums are exact in 32 bits, so all kernels give the
/// same. Products with factors are rounded like ``FixedPointMultiplier``.
package enum ByteMatrixMultiply {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = ByteMatrixMultiply.Weights

    /// The sizes of the product.
    package let rows: Int, columns: Int, depth: Int
    package let input: ByteRange, output: ByteRange
    let rounding: FixedPointMultiplier.Rounding

    /// A product of contiguous rows.
    package init(
      rows: Int, columns: Int, depth: Int, input: ByteRange, output: ByteRange,
      rounding: FixedPointMultiplier.Rounding = .twice
    ) {
      (self.rows, self.columns, self.depth) = (rows, columns, depth)
      (self.input, self.output) = (input, output)
      self.rounding = rounding
    }

    package var element: NumberType { output.element }

    /// Multiply-adds of all sums.
    package var multiplyAdds: Int { rows * columns * depth }

    /// Rows of a unit: whole tiles, and one more rather than a last unit of a single row.
    var rowsPerUnit: Int { rows > 1 && rows % 24 == 1 ? 25 : 24 }

    /// Bytes that kernels hold.
    package var packedByteCount: Int {
      (columns + 16) * (depth * 2 + MemoryLayout<ByteRowCode.ChannelsOnce>.stride / 8) + 4096
    }
  }

  /// The constant operands.
  package struct Weights: Sendable {
    /// One row of `depth` values for each column.
    let filter: [Int16]
    let factors: [FixedPointMultiplier]
    let bias: [Int32]

    /// - Parameters:
    ///   - factors: one for each column, or one for all.
    ///   - bias: one for each column, or nil for none.
    package init(filter: [Int16], factors: [FixedPointMultiplier], bias: [Int32]?, columns: Int) {
      let channels = Requantization.Weights(factors: factors, bias: bias, channels: columns)
      (self.filter, self.factors, self.bias) = (filter, channels.factors, channels.bias)
    }

    /// The same with more terms and columns, which have no weights.
    func padded(depth: Int, to problem: Problem) -> Weights {
      var values: [Int16] = []
      values.reserveCapacity(problem.columns * problem.depth)
      for column in bias.indices {
        values += filter[column * depth..<(column + 1) * depth]
        values += repeatElement(0, count: problem.depth - depth)
      }
      let more = problem.columns - bias.count
      values += repeatElement(0, count: more * problem.depth)
      return Weights(
        // Any factor that shifts right, as the others do: the sums are zero.
        filter: values, factors: factors + repeatElement(FixedPointMultiplier(0.25), count: more),
        bias: bias + repeatElement(0, count: more), columns: problem.columns)
    }

    /// The bytes of all numbers.
    var heldByteCount: Int { filter.count * 2 + bias.count * 16 }
  }

  /// Fastest first. A unit is a block of rows.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "byte matrix multiply",
    kernels: [
      KernelCandidate(
        .machineCode, elements: [.int8, .uint8], supports: { MachineByteMatrixMultiply.supports($0) },
        make: { MachineByteMatrixMultiply($0, $1, $2) }),
      KernelCandidate(
        .simd, elements: [.int8, .uint8],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: true) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, weights, _ in ByteMatrixLoops(problem, weights, convertsRows: false) }),
    ])
}

/// A product of which any rows can be computed.
protocol ByteProductKernel: UnitKernel {
  /// Computes some rows.
  func run(
    rows: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, scratch: UnsafeMutablePointer<Float>)
  /// The call of emitted code for at most the rows of a unit, and at least one; nil for other kernels.
  func call(
    rows: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, scratch: UnsafeMutablePointer<Float>
  ) -> EmittedCall?
}

/// The plain loops that define the operation, and the same with rows that are converted to 16 bits first: the compiler
/// makes vectors of those.
struct ByteMatrixLoops: ByteProductKernel {
  let problem: ByteMatrixMultiply.Problem
  let convertsRows: Bool
  private let weights: ByteMatrixMultiply.Weights

  init(_ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, convertsRows: Bool) {
    (self.problem, self.weights, self.convertsRows) = (problem, weights, convertsRows)
  }

  var unitCount: Int { (problem.rows + problem.rowsPerUnit - 1) / problem.rowsPerUnit }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.heldByteCount }
  var scratchCount: Int { convertsRows ? (problem.depth + 1) / 2 : 0 }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let first = units.lowerBound * problem.rowsPerUnit
    run(
      rows: min(units.upperBound * problem.rowsPerUnit, problem.rows) - first,
      input: operands.inputBytes(0) + first * problem.depth, output: operands.outputBytes() + first * problem.columns,
      scratch: operands.scratch)
  }

  func call(
    rows: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, scratch: UnsafeMutablePointer<Float>
  ) -> EmittedCall? { nil }

  func run(
    rows: Int, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, scratch: UnsafeMutablePointer<Float>
  ) {
    let input = input.assumingMemoryBound(to: UInt8.self), output = output.assumingMemoryBound(to: UInt8.self)
    weights.filter.withUnsafeBufferPointer { filter in
      let sums = Int16RowSums(filter: filter, depth: problem.depth)
      for row in 0..<rows {
        let bytes = input + row * problem.depth, target = output + row * problem.columns
        if convertsRows {
          runConverted(bytes, target, UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int16.self), sums)
        } else {
          run(bytes, target, filter)
        }
      }
    }
  }

  /// A row, as its formula says.
  private func run(
    _ row: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ filter: UnsafeBufferPointer<Int16>
  ) {
    for column in 0..<problem.columns {
      let place = column * problem.depth
      var sum: Int32 = 0
      for k in 0..<problem.depth { sum &+= problem.input.integer(row[k]) &* Int32(filter[place + k]) }
      output[column] = byte(sum, column)
    }
  }

  /// A row that is converted to `values` first.
  private func runConverted(
    _ row: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ values: UnsafeMutablePointer<Int16>,
    _ sums: Int16RowSums
  ) {
    for k in 0..<problem.depth { values[k] = Int16(truncatingIfNeeded: problem.input.integer(row[k])) }
    var column = 0
    while column + 4 <= problem.columns {
      let four = sums.fourSums(values, column: column)
      for lane in 0..<4 { output[column + lane] = byte(four[lane], column + lane) }
      column += 4
    }
    while column < problem.columns {
      output[column] = byte(sums.sum(values, column: column), column)
      column += 1
    }
  }

  /// The result of a sum.
  private func byte(_ sum: Int32, _ column: Int) -> UInt8 {
    problem.output.byte(weights.factors[column].product(sum &+ weights.bias[column], problem.rounding))
  }
}
