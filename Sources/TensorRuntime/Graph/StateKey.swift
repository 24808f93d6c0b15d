import TFLiteFormat

/// Identifies a tensor that a session keeps between runs, in all subgraphs.
package enum StateKey: Sendable, Hashable {
  /// A variable, by the names in VAR_HANDLE.
  case variable(container: [UInt8], name: [UInt8])
  /// A tensor that an operator reads and writes, such as an LSTM's state. Operators' own ones, which are not in the
  /// file, have negative indices.
  case tensor(subgraph: Int, index: Int)

  /// Bytes after the elements: whether a variable has been assigned.
  var flagByteCount: Int {
    switch self {
    case .variable: 1
    case .tensor: 0
    }
  }

  /// The initial byte: an int8 tensor's zero point, otherwise 0.
  func firstByte(of type: TensorType) -> UInt8 {
    guard case .tensor = self, type.elementType == .int8, let zeroPoint = type.quantization?.zeroPoints.first
    else { return 0 }
    return UInt8(truncatingIfNeeded: zeroPoint)
  }
}
