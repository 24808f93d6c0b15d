/// Shared by operators whose output follows from their input's type alone, so that it is known when a plan is prepared.
package protocol KnownOperator: Operator {
  /// The output for an input of any type.
  func output(for input: TensorType) throws(OperatorError) -> ConstantTensor
}

extension KnownOperator {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let output = try output(for: inputs.required(0).type)
    let prepared = UndividedWork(memory: output.memory) { $0.write(output) }
    return KeptInference(OperationBox(self), outputs: [output.type], prepared: prepared)
  }

  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    [try output(for: inputs.required(0).type)]
  }

  package func readsAtRunTime(_ index: Int) -> Bool { false }
}

extension OperatorIO {
  /// Copies a constant to an output of its type.
  func write(_ constant: ConstantTensor, to output: Int = 0) {
    constant.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      outputBytes(output).copyMemory(from: source, byteCount: bytes.count)
    }
  }
}
