import TensorKernels

extension Precision {
  /// Whether a layer uses integers: where code for it is emitted. Other kernels follow the same rule on request, so
  /// that all providers compute the same.
  static func takesIntegers(requested: KernelProvider?, ifEmitted isSupported: @autoclosure () -> Bool) -> Bool {
    switch requested {
    case nil, .machineCode: isSupported()
    case .simd, .blas, .reference: true
    }
  }
}
