import TensorKernels

/// Constant weights of int8, an operand, times vectors of int8, in units of other integers.
struct IntegerMatrix: Sendable {
  /// The operand.
  let place: Int
  let rows: Int, columns: Int
  /// One sum for each row, with what the vectors' zero point adds.
  let bias: [Int32]
  let factor: FixedPointMultiplier

  /// - Parameter bias: the operand that sums begin with.
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

  /// The rounded sums of all rows, each passed on with its row. Four rows at a time share the loads of the vector. Its
  /// numbers have 16 bits, so that compilers use products of such pairs (PMADDWD).
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
