import TFLiteFormat

extension GraphReader {
  /// Checks that all inputs have a value; variables have one only for operators that may write them.
  func checkInputs(
    _ entry: OperatorEntry, keepsState: (_ input: Int) -> Bool = { _ in false }
  ) throws(OperatorError) {
    guard entry.inputs.count <= FixedLimits.inputCount else {
      throw .inputCount(expected: 0...FixedLimits.inputCount, found: entry.inputs.count)
    }
    for input in entry.inputs.indices {
      let tensor = entry.inputs[input]
      guard tensor >= 0, !known.contains(tensor) else { continue }
      guard values[tensor].state == nil || !keepsState(input) else { continue }
      if case .variable = values[tensor].state { throw .elementTypeNotSupported(.resource) }
      throw .inputMissing(input)
    }
  }

  /// Checks that packed integers are only moved: their bytes would take values that do not fit.
  func checkPackedOutputs(_ entry: OperatorEntry) throws(OperatorError) {
    let isPacked = { [subgraph] (tensor: Int) in
      subgraph.tensors.indices.contains(tensor) && subgraph.tensors[tensor].elementType.packedBitCount != nil
    }
    guard let output = entry.outputs.first(where: isPacked), !entry.inputs.contains(where: isPacked) else { return }
    throw .elementTypeNotSupported(subgraph.tensors[output].elementType)
  }
}
