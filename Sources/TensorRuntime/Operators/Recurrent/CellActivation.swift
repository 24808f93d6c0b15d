import MudraPlatform

/// The activation of cells and outputs (TFLite's `ActivationFunctionType`). Required: without one, LiteRT's results
/// depend on uninitialized memory.
enum CellActivation: Int, Sendable {
  case relu = 1
  case reluMinus1To1, relu6, tanh

  init(code: Int) throws(OperatorError) {
    guard let known = CellActivation(rawValue: code) else {
      throw .option(name: "fused_activation_function", value: code)
    }
    self = known
  }

  func callAsFunction(_ value: Float) -> Float {
    switch self {
    case .relu: max(value, 0)
    case .reluMinus1To1: min(max(value, -1), 1)
    case .relu6: min(max(value, 0), 6)
    case .tanh: tanhf(value)
    }
  }
}
