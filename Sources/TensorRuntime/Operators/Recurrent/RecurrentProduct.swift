import TensorKernels

/// Rows times constant weights, plus a bias, for each time step.
protocol RecurrentProduct: AnyObject, Sendable {
  var provider: KernelProvider { get }
  var memory: [any KernelMemory] { get }
  /// Bytes outside of ``memory``.
  var heldByteCount: Int { get }
  /// Floats of scratch.
  var scratchCount: Int { get }
  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>)
}

final class FloatProduct: RecurrentProduct {
  let rows: Int
  let kernel: any RowProductKernel
  let provider: KernelProvider

  init(rows: Int, kernel: any RowProductKernel, provider: KernelProvider) {
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
