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
}
