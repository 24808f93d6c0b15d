import TFLiteFormat

/// Shared by the padding operators: input 1, a constant, has counts of elements before and after each axis of input 0.
package protocol PaddingOperator: MovementOperator {}

extension PaddingOperator {
  /// Padding columns and channels does not move rows.
  package func rowDependence(of movement: Movement) -> RowDependence? {
    // A move is as long as an axis of the output only where nothing is added to that.
    guard let extents = movement.moves.last?.extents, extents.count == 4 else { return nil }
    return extents.prefix(2) == movement.outputs[0].shape.prefix(2) ? .sameRow : nil
  }

  func amounts(_ inputs: Operands) throws(OperatorError) -> [(before: Int, after: Int)] {
    let rank = try inputs.required(0).type.shape.count
    let values = try inputs.integers(1, count: 2 * rank, as: "[\(rank), 2]", or: [.int16, .int8])
    for value in values where value < 0 || value > FixedLimits.windowExtent { throw .value(name: "padding", value) }
    return (0..<rank).map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  /// The input surrounded by zeros, or by the single element of another input.
  func padded(_ inputs: Operands, with value: Int?) throws(OperatorError) -> Movement {
    let input = try inputs.type(0, of: movableTypes)
    let amounts = try amounts(inputs)
    let shape = zip(input.shape, amounts).map { $0 + $1.before + $1.after }
    let output = try input.reshaped(shape)
    // TFLite pads with the output's zero point, which is zero where the file leaves it out.
    let zeroByte = inputs.declaredOutputs.first?.zeroByte ?? input.zeroByte
    let (whole, corner) = (Walk(over: shape), amounts.map { $0.before })
    return Movement(
      to: output,
      Move.around(input.shape, at: corner, in: shape, whole, input: value, zeroByte: zeroByte)
        + [Move(input.shape, from: Walk(over: input.shape), to: whole.moved(to: corner))])
  }
}
