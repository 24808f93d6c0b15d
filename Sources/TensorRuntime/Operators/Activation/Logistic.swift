import TensorKernels

/// The logistic function `1 / (1 + e^-x)` (TFLite `LOGISTIC`).
package struct Logistic: UnaryOperator {
  package static let tfliteName = "LOGISTIC"
  package static let builtinCode = 14

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package static func provider(requested: KernelProvider?) -> KernelProvider {
    requested == .reference ? .reference : .simd
  }

  package static func machineKernel() -> MachineUnaryElementwise? { .logistic() }

  package func apply(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    provider: KernelProvider
  ) {
    let kernel = provider == .reference ? UnaryElementwise.logisticReference : UnaryElementwise.logistic
    kernel(range, input, output)
  }
}
