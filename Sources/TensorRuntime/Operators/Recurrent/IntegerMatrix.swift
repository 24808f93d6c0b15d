import TensorKernels

/// A constant int8 matrix operand times int8 vectors, rescaled to other integers.
struct IntegerMatrix: Sendable {
  let place: Int
  let rows: Int, columns: Int
  /// One per row, corrected for the vectors' zero point.
  let bias: [Int32]
  let factor: FixedPointMultiplier

  /// - Parameter bias: the operand with initial sums.
  init(_ inputs: Operands, _ place: Int, zeroPoint: Int, bias: Int?, factor: Float) throws(OperatorError) {
    let shape = try inputs.required(place).type.shape
    (rows, columns) = (shape[0], shape[1])
    self.place = place
    self.factor = FixedPointMultiplier(Double(factor))
    var sums =
      try bias.map { (place) throws(OperatorError) in try inputs.int32s(place) }
      ?? [Int32](repeating: 0, count: shape[0])
    try inputs.constant(place).withUnsafeBytes { bytes in
      let weights = bytes.bindMemory(to: Int8.self)
      for row in 0..<shape[0] {
        var sum: Int32 = 0
        for weight in weights[row * shape[1]..<(row + 1) * shape[1]] { sum &+= Int32(weight) }
        sums[row] &-= sum &* Int32(truncatingIfNeeded: zeroPoint)
      }
    }
    self.bias = sums
  }

  var byteCount: Int { bias.count * MemoryLayout<Int32>.stride }

  /// Calls `body` with each row's rescaled sum. Four rows at a time share the loads of the vector, whose values have 16
  /// bits, so that compilers use PMADDWD.
  @inline(__always)
  func forEachSum(_ io: OperatorIO, _ vector: UnsafePointer<Int16>, _ body: (_ row: Int, _ sum: Int32) -> Void) {
    let weights = io.input(place, as: Int8.self)
    bias.withUnsafeBufferPointer { bias in
      for row in stride(from: 0, to: rows & ~3, by: 4) {
        let first = weights + row * columns, second = first + columns
        let third = second + columns, fourth = third + columns
        var sums = (bias[row], bias[row + 1], bias[row + 2], bias[row + 3])
        for column in 0..<columns {
          let value = Int32(vector[column])
          sums.0 &+= Int32(first[column]) &* value
          sums.1 &+= Int32(second[column]) &* value
          sums.2 &+= Int32(third[column]) &* value
          sums.3 &+= Int32(fourth[column]) &* value
        }
        body(row, factor.product(sums.0))
        body(row + 1, factor.product(sums.1))
        body(row + 2, factor.product(sums.2))
        body(row + 3, factor.product(sums.3))
      }
      for row in rows & ~3..<rows {
        let terms = weights + row * columns
        var sum = bias[row]
        for column in 0..<columns { sum &+= Int32(terms[column]) &* Int32(vector[column]) }
        body(row, factor.product(sum))
      }
    }
  }
}
