import TensorKernels

extension CellActivation {
  /// Required: without an activation, LiteRT's results depend on uninitialized memory.
  init(code: Int) throws(OperatorError) {
    guard let known = CellActivation(rawValue: code) else {
      throw .option(name: "fused_activation_function", value: code)
    }
    self = known
  }
}
