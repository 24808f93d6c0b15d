import TFLiteFormat

/// Matrices of zeros with given diagonals (TFLite `MATRIX_DIAG`).
///
/// - Input: numbers of at least one dimension, the last of which is a diagonal. Output: a matrix for each.
struct MatrixDiagonal: OptionlessOperator, MovementOperator {
  static let tfliteName = "MATRIX_DIAG"
  static let builtinCode = 113

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let diagonals = try inputs.type(0, of: matrixTypes, rank: 1...7)
    let output = try diagonals.reshaped(diagonals.shape + diagonals.shape.suffix(1))
    return Movement(to: output, Move.matrices(output.shape, diagonals: 0, rest: nil))
  }
}

/// Matrices with other diagonals (TFLite `MATRIX_SET_DIAG`).
///
/// - Inputs: numbers `[…, rows, columns]`; diagonals `[…, min(rows, columns)]`. Output: the first input's type.
struct MatrixSetDiagonal: OptionlessOperator, MovementOperator {
  static let tfliteName = "MATRIX_SET_DIAG"
  static let builtinCode = 115

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let matrices = try inputs.type(0, of: matrixTypes, rank: 2...8), diagonals = try inputs.typeLikeFirst(1)
    let expected = matrices.shape.dropLast(2) + [matrices.shape.suffix(2).reduce(.max, min)]
    guard diagonals.shape == Array(expected) else {
      throw .inputShape(input: 1, expected: "\(Array(expected))", found: diagonals.shape)
    }
    return Movement(to: matrices, Move.matrices(matrices.shape, diagonals: 1, rest: 0))
  }

  func readsAtRunTime(_ index: Int) -> Bool { true }
}

private let matrixTypes: [ElementType] = [.float32, .int64, .int32, .int16, .int8, .uint8]

extension Move {
  /// Diagonals of one input, and everything else of another one or zeros.
  fileprivate static func matrices(_ shape: [Int], diagonals: Int, rest: Int?) -> [Move] {
    guard !shape.contains(0) else { return [] }
    let (rows, columns) = (shape[shape.count - 2], shape[shape.count - 1])
    let batch = shape.dropLast(2).reduce(1, *), length = min(rows, columns), size = rows * columns
    // Elements of a diagonal have as many others between them as there are columns.
    let between = Walk(start: 1, steps: [size, columns + 1, 1])
    let after = Walk(start: (length - 1) * (columns + 1) + 1, steps: [size, 1])
    return [
      Move(
        [batch, length], input: diagonals, from: Walk(steps: [length, 1]), to: Walk(steps: [size, columns + 1])),
      Move([batch, length - 1, columns], input: rest, from: between, to: between),
      Move([batch, size - after.start], input: rest, from: after, to: after),
    ]
  }
}
