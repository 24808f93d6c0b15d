import TFLiteFormat

/// The types of an LSTM's operands.
enum LSTMForm {
  case floats
  /// Floats with int8 matrices: vectors are quantized to 8 bits at run time.
  case hybrid
  /// int8 with int16 cells and int32 sums.
  case integers

  /// By the types of sequence and output gate weights, as in LiteRT.
  init(_ inputs: Operands) throws(OperatorError) {
    if try inputs.type(0, of: [.float32, .int8]).elementType == .int8 {
      self = .integers
    } else {
      let weights = try inputs.type(LSTMGate.output.inputWeights, of: [.float32, .int8])
      self = weights.elementType == .int8 ? .hybrid : .floats
    }
  }

  var sequence: ElementType { self == .integers ? .int8 : .float32 }
  var matrices: ElementType { self == .floats ? .float32 : .int8 }
  var biases: ElementType { self == .integers ? .int32 : .float32 }
  var cells: ElementType { self == .integers ? .int16 : .float32 }
  var normalizations: ElementType { cells }
  var peepholes: ElementType { self == .hybrid ? .int8 : cells }
}
