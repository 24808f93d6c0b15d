import TFLiteFormat

/// The sum of several tensors of one shape (TFLite `ADD_N`): the first two, then the next, and so on.
///
/// - Inputs: two or more tensors of float32 or int32. Output: the same type.
struct AddN: OptionlessOperator {
  static let tfliteName = "ADD_N"
  static let builtinCode = 106

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let operands = form.operands, inputs = form.inputs
    try operands.expectCount(2...FixedLimits.inputCount)
    let first = try operands.type(0, of: [.float32, .int32])
    for index in 1..<inputs.count {
      let next = try operands.typeLikeFirst(index)
      guard next.shape == first.shape else {
        throw .inputShape(input: index, expected: "\(first.shape)", found: next.shape)
      }
    }
    var sum = inputs[0]
    for input in inputs[1..<(inputs.count - 1)] { sum = try form.add(Add(), [sum, input])[0] }
    try form.finish(Add(), [sum, inputs[inputs.count - 1]])
    return true
  }
}
