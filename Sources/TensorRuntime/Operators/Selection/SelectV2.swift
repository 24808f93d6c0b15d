/// Elements of one of two tensors (TFLite `SELECT_V2`), all three inputs broadcast to one shape.
struct SelectV2: SelectOperator {
  static let tfliteName = "SELECT_V2"
  static let builtinCode = 123

  func broadcastShapes(of inputs: [[Int]]) throws(OperatorError) -> (inputs: [[Int]], output: [Int]) {
    (inputs, try broadcastShape(broadcastShape(inputs[0], inputs[1]), inputs[2]))
  }
}
