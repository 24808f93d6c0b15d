import TFLiteFormat
import TensorKernels

/// What SELECT and SELECT_V2 share: elements of the second or third input, as Booleans of the first one say.
///
/// - Inputs: Booleans, and two tensors of one type. Output: that type.
protocol SelectOperator: OptionlessOperator {
  /// The shapes of all inputs as they are to be broadcast, and the output's.
  func broadcastShapes(of inputs: [[Int]]) throws(OperatorError) -> (inputs: [[Int]], output: [Int])
}

extension SelectOperator {
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(3...3)
    let condition = try inputs.type(0, of: [.bool])
    let first = try inputs.type(1, of: movableTypes)
    let second = try inputs.type(2, of: [first.elementType])
    let shapes = try broadcastShapes(of: [condition.shape, first.shape, second.shape])
    return [try TensorType(first.elementType, shapes.output, quantization: first.quantization)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shapes = try broadcastShapes(of: [
      try context.inputs.required(0).type.shape, try context.inputs.required(1).type.shape,
      try context.inputs.required(2).type.shape,
    ])
    let broadcasting = Broadcasting(shapes.inputs)
    let byteCount = context.outputs[0].elementType.byteCount ?? 1
    return DividedWork(context.outputs[0].elementCount, grain: ThreadGrain.elements) { elements, io in
      Selection.run(
        broadcasting, elementByteCount: byteCount, elements: elements, condition: io.input(0, as: UInt8.self),
        first: io.inputBytes(1), second: io.inputBytes(2), output: io.outputBytes(0))
    }
  }
}
