import TensorKernels

/// Minimum work worth a share: a few microseconds, since claiming a share and waiting for the last one take some tenths
/// of a microsecond.
enum ThreadGrain {
  static let multiplyAdds = 1 << 17
  /// Elements that are combined, compared, converted or selected.
  static let elements = multiplyAdds / KernelWork.element
  /// Elements with a function of many operations, such as an exponential, or with rounding integer arithmetic.
  static let costlyElements = multiplyAdds / KernelWork.costlyElement
  /// Copied bytes.
  static let bytes = 1 << 18
}
