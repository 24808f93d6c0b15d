/// Elements or rows of one of two tensors (TFLite `SELECT`).
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
