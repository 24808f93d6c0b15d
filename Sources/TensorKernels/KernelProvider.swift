import MachineCode
import MudraPlatform

/// Where a kernel comes from. Every family lists its kernels by provider, and tests run each case on each.
public enum KernelProvider: String, CaseIterable, Sendable, Codable {
  /// Code emitted for each layer when a plan is made, and nothing else; on x86-64 with AVX2, FMA and F16C and on arm64,
  /// if executable memory is allowed.
  case machineCode
  /// Swift code on 4-lane vectors, and Swift code around emitted loops where they are allowed; available everywhere.
  case simd
  /// Matrix-shaped layers through OpenBLAS, where installed, or Apple's Accelerate (trait `OpenBLAS`), only if
  /// requested; other layers use `simd`.
  case blas
  /// Plain loops that define each operator, with which all others are compared.
  case reference

  /// The providers of this build on this machine.
  public static var available: [KernelProvider] {
    allCases.filter { provider in
      switch provider {
      case .machineCode: return MachineCodeSupport.obstacle == nil
      case .blas:
        #if OpenBLAS
          return OpenBLAS.shared != nil
        #else
          return false
        #endif
      case .simd, .reference: return true
      }
    }
  }

  /// The environment variable `MUDRA_KERNELS`, whether or not it names a provider; nil when unset or empty.
  public static var environmentValue: String? { EnvironmentVariables["MUDRA_KERNELS"] }

  /// Whether kernels are a library's, which are used only on request, since their results vary.
  package var isLibrary: Bool { self == .blas }

  /// Whether a kernel of provider `candidate` may be used when `self` is requested.
  ///
  /// Families list kernels fastest first; where the requested provider has none, the next one is used.
  package func allows(_ candidate: KernelProvider) -> Bool {
    switch self {
    case .machineCode: candidate != .blas
    case .blas: candidate != .machineCode
    case .simd: candidate == .simd || candidate == .reference
    case .reference: candidate == .reference
    }
  }
}
