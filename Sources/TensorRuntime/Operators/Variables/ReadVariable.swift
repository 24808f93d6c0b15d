import TFLiteFormat

/// The value of a variable (TFLite `READ_VARIABLE`).
///
/// - Input: a handle. Output: a tensor of the variable's type, which is that of the first value assigned before this in
///   the file, or else the one that this output declares.
/// - Edge cases: a variable to which nothing has been assigned is an error of the run.
struct ReadVariable: VariableOperation {
  static let tfliteName = "READ_VARIABLE"
  static let builtinCode = 143

  init(parsing options: OperatorOptions) throws(OperatorError) {}

  func read(_ entry: OperatorEntry, into reader: inout GraphReader) throws(ModelError) {
    let declared = try reader.checked { () throws(OperatorError) in
      try entry.outputs.first.map { (output) throws(OperatorError) in try reader.declaredType(output) }
    }
    try reader.addNode(self, entry, variableType: declared)
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let declared = try inputs.declaredOutput(), type = try inputs.state(0, of: [declared.elementType])
    let output = try TensorType(type.elementType, type.shape, quantization: declared.quantization)
    let prepared = UndividedWork { io in
      guard io.input(0, as: Bool.self)[output.byteCount] else { return io.fail(.inputNotAssigned(0)) }
      io.outputBytes(0).copyMemory(from: io.inputBytes(0), byteCount: output.byteCount)
    }
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }
}
