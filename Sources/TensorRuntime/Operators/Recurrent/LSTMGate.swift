/// The gates of an LSTM, in the order of the operands.
enum LSTMGate: Int, CaseIterable {
  case input, forget, cell, output

  // Operand indices.
  var inputWeights: Int { 1 + rawValue }
  var outputWeights: Int { 5 + rawValue }
  var bias: Int { 12 + rawValue }
  var normalization: Int { 20 + rawValue }

  /// The index of its cell weights; nil for the gate without any.
  var peephole: Int? {
    switch self {
    case .input: 9
    case .forget: 10
    case .cell: nil
    case .output: 11
    }
  }
}
