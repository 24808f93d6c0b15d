import TFLiteFormat

/// Gives a variable another value (TFLite `ASSIGN_VARIABLE`).
///
/// - Inputs: a handle; the value, of the variable's element type and shape. No output.
struct AssignVariable: VariableOperation {
  static let tfliteName = "ASSIGN_VARIABLE"
  static let builtinCode = 144

  init(parsing options: OperatorOptions) throws(OperatorError) {}

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    let value = entry.inputs.count == 2 ? reader.knownType(entry.inputs[1]) : nil
    try reader.addNode(self, entry, variableType: value)
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let value = try inputs.required(1).type, byteCount = value.byteCount
    let variable = try inputs.state(0, of: ElementType.allCases)
    guard value.elementType == variable.elementType else {
      throw .inputType(input: 1, expected: [variable.elementType], found: value.elementType)
    }
    guard value.shape == variable.shape else {
      throw .inputShape(input: 1, expected: "\(variable.shape), the variable's", found: value.shape)
    }
    let prepared = UndividedWork { io in
      let variable = io.inputs[0].unsafelyUnwrapped
      variable.copyMemory(from: io.inputBytes(1), byteCount: byteCount)
      variable.storeBytes(of: true, toByteOffset: byteCount, as: Bool.self)
    }
    return KeptInference(OperationBox(self), outputs: [], prepared: prepared)
  }
}
