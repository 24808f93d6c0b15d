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
      for row in 0..<shape[0] {
        var sum: Int32 = 0
        for column in 0..<shape[1] { sum &+= Int32(Int8(bitPattern: bytes[row * shape[1] + column])) }
        sums[row] &-= sum &* Int32(truncatingIfNeeded: zeroPoint)
      }
    }
    self.bias = sums
  }

  var byteCount: Int { bias.count * MemoryLayout<Int32>.stride }

  /// The rounded sums of all rows, each passed on with its row.
  @inline(__always)
  func forEachSum(_ io: OperatorIO, _ vector: UnsafePointer<Int8>, _ body: (_ row: Int, _ sum: Int32) -> Void) {
    let weights = io.input(place, as: Int8.self)
    bias.withUnsafeBufferPointer { bias in
      for row in 0..<rows {
        let terms = weights + row * columns
        var sum = bias[row]
        for column in 0..<columns { sum &+= Int32(terms[column]) &* Int32(vector[column]) }
        body(row, factor.product(sum))
      }
    }
  }
}
