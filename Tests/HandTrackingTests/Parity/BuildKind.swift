import TensorRuntime
import TestSupport

/// How this test program was built.
enum BuildKind {
  /// True for `-c release`. Swift vector code is approximately 200 times slower without optimization.
  static var isOptimized: Bool {
    #if DEBUG
      return false
    #else
      return true
    #endif
  }

  /// Kernels for which whole sets of pictures are compared, nil for the library's choice. The plain loops of the
  /// reference kernels would take hours under Thread Sanitizer, which checks each of their reads.
  static let comparedProviders: [KernelProvider?] =
    [nil] + KernelProvider.available.filter { $0 != .reference || !Sanitizer.isThread }
}
