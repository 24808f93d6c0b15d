import TFLiteFormat
import TensorKernels

/// Shared by SELECT and SELECT_V2: elements of the second or third input, selected by the Booleans of the first.
///
/// - Inputs: Booleans, and two tensors of one type. Output: that type.
protocol SelectOperator: OptionlessOperator {
  /// The shapes of all inputs for broadcasting, and the output's.
  func broadcastShapes(of inputs: [[Int]]) throws(OperatorError) -> (inputs: [[Int]], output: [Int])
}

extension SelectOperator {
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    let condition = try inputs.type(0, of: [.bool])
    let first = try inputs.type(1, of: movableTypes)
    let second = try inputs.type(2, of: [first.elementType])
    let shapes = try broadcastShapes(of: [condition.shape, first.shape, second.shape])
    let output = try TensorType(first.elementType, shapes.output, quantization: first.quantization)
    let problem = Selection.Problem(
      Broadcasting(shapes.inputs), elementByteCount: output.elementType.byteCount ?? 1)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      context.prepared(Selection.family, problem)
    }
  }
}

/// Selects elements or rows of two tensors.
///
/// The two have the same shape. The Booleans have it too, or there is one for each index of the first axis, or one.
struct Select: SelectOperator {
  static let tfliteName = "SELECT"
  static let builtinCode = 64

  func broadcastShapes(of inputs: [[Int]]) throws(OperatorError) -> (inputs: [[Int]], output: [Int]) {
    let (condition, shape) = (inputs[0], inputs[1])
    guard inputs[2] == shape else { throw .inputShape(input: 2, expected: "\(shape) like input 1", found: inputs[2]) }
    if condition == shape || condition.isEmpty { return (inputs, shape) }
    guard condition.count == 1, condition[0] == 1 || condition[0] == shape.first else {
      throw .inputShape(input: 0, expected: "\(shape), or its first extent, or one Boolean", found: condition)
    }
    let rows = condition + [Int](repeating: 1, count: max(shape.count - 1, 0))
    return ([rows, shape, shape], shape)
  }
}

/// Selects elements, with all three inputs broadcast to one shape.
struct SelectV2: SelectOperator {
  static let tfliteName = "SELECT_V2"
  static let builtinCode = 123

  func broadcastShapes(of inputs: [[Int]]) throws(OperatorError) -> (inputs: [[Int]], output: [Int]) {
    (inputs, try broadcastShape(broadcastShape(inputs[0], inputs[1]), inputs[2]))
  }
}
