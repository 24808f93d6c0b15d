/// An input of a constant int8 matrix times int8 vectors, rescaled to other integers.
package struct IntegerMatrix: Sendable {
  let place: Int
  let rows: Int, columns: Int
  /// One per row, corrected for the vectors' zero point.
  let bias: [Int32]
  let factor: FixedPointMultiplier

  /// - Parameters:
  ///   - bias: initial sums; nil for zeros.
  ///   - weights: the matrix.
  package init(
    _ place: Int, rows: Int, columns: Int, zeroPoint: Int, bias: [Int32]?, factor: Float,
    weights: UnsafeRawBufferPointer
  ) {
    (self.place, self.rows, self.columns) = (place, rows, columns)
    self.factor = FixedPointMultiplier(Double(factor))
    let weights = weights.bindMemory(to: Int8.self)
    self.bias = (0..<rows).map { row in
      var sum: Int32 = 0
      for weight in weights[row * columns..<(row + 1) * columns] { sum &+= Int32(weight) }
      return (bias?[row] ?? 0) &- sum &* Int32(truncatingIfNeeded: zeroPoint)
    }
  }

  var byteCount: Int { bias.count * MemoryLayout<Int32>.stride }

  /// Calls `body` with each row's rescaled sum. Four rows at a time share the loads of the vector, whose values have 16
  /// bits, so that compilers use PMADDWD.
  @inline(__always)
  func forEachSum(
    _ operands: KernelOperands, _ vector: UnsafePointer<Int16>, _ body: (_ row: Int, _ sum: Int32) -> Void
  ) {
    let weights = operands.input(place, as: Int8.self)
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
