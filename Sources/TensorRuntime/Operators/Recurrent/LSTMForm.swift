import TFLiteFormat

/// What the operands of an LSTM consist of.
enum LSTMForm {
  /// Floats alone.
  case floats
  /// Floats, and matrices of int8: vectors are rounded to 8 bits before they are multiplied by them.
  case hybrid
  /// Integers: int8, cells and what belongs to them int16, sums int32.
  case integers

  /// By the sequence and the weights of the output gate, as LiteRT does.
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
