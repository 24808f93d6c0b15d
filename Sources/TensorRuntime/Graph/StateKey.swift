import TFLiteFormat

/// What identifies a tensor that a session keeps from run to run, in all subgraphs of a model.
package enum StateKey: Sendable, Hashable {
  /// A variable, by the names in VAR_HANDLE.
  case variable(container: [UInt8], name: [UInt8])
  /// A tensor that an operator reads and writes, such as the state of an LSTM.
  case tensor(subgraph: Int, index: Int)

  /// Bytes of the memory after the tensor's elements: whether anything has been assigned to a variable.
  var flagByteCount: Int {
    switch self {
    case .variable: 1
    case .tensor: 0
    }
  }

  /// What each byte of the memory is before the first run: the int8 that stands for zero, otherwise 0.
  func firstByte(of type: TensorType) -> UInt8 {
    guard case .tensor = self, type.elementType == .int8, let zeroPoint = type.quantization?.zeroPoints.first
    else { return 0 }
    return UInt8(truncatingIfNeeded: zeroPoint)
  }
}
