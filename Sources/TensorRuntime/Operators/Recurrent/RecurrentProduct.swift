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

extension UnitKernel {
  /// Runs all units on memory of the caller.
  func run(
    _ input: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>? = nil,
    _ third: UnsafeMutablePointer<Float>? = nil, to output: UnsafeMutablePointer<Float>,
    _ other: UnsafeMutablePointer<Float>? = nil, scratch: UnsafeMutablePointer<Float>
  ) {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 5) { places in
      guard let first = places.baseAddress else { return }
      first.initialize(to: input)
      (first + 1).initialize(to: second.map { UnsafeMutableRawPointer($0) })
      (first + 2).initialize(to: third.map { UnsafeMutableRawPointer($0) })
      (first + 3).initialize(to: output)
      (first + 4).initialize(to: other.map { UnsafeMutableRawPointer($0) })
      run(units: 0..<unitCount, KernelOperands(inputs: first, outputs: first + 3, scratch: scratch))
    }
  }
}
