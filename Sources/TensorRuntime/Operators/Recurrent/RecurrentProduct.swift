import TensorKernels

/// Some rows times constant weights, plus a bias, once for each time of a sequence.
protocol RecurrentProduct: AnyObject, Sendable {
  var provider: KernelProvider { get }
  var memory: [any KernelMemory] { get }
  /// The bytes of what is in no ``memory``.
  var heldByteCount: Int { get }
  /// The floats that a run needs besides its operands.
  var scratchCount: Int { get }
  /// Computes the sums of all rows.
  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>)
}

/// A product of floats.
final class FloatProduct: RecurrentProduct {
  let rows: Int
  let kernel: any MatrixMultiplyKernel
  let provider: KernelProvider

  init(rows: Int, kernel: any MatrixMultiplyKernel, provider: KernelProvider) {
    (self.rows, self.kernel, self.provider) = (rows, kernel, provider)
  }

  var memory: [any KernelMemory] { kernel.memory }
  var heldByteCount: Int { 0 }
  var scratchCount: Int { 0 }

  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    kernel.run(rows: rows, input: input, addend: nil, output: output)
  }
}
