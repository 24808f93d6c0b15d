import MachineCode
import Platform

/// Where a kernel comes from. Every family lists its kernels by provider, and tests run each case on each.
public enum KernelProvider: String, CaseIterable, Sendable, Codable {
  /// Code emitted for each layer when a plan is made; x86-64 with AVX2 and FMA, where executable memory is allowed.
  case machineCode
  /// Swift code on 4-lane vectors; everywhere.
  case simd
  /// Matrix-shaped layers through OpenBLAS (trait `OpenBLAS`, and the library installed); the other layers take their
  /// `simd` kernel.
  case blas
  /// Plain loops: the meaning of each operator, which all others are compared with.
  case reference

  /// The providers that this build has on this machine.
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

  /// The value of the environment variable `MUDRA_KERNELS`, whether or not it names a provider; nil when unset or
  /// empty.
  public static var environmentValue: String? { EnvironmentVariables["MUDRA_KERNELS"] }

  /// True if a kernel of provider `candidate` may be taken when `self` was asked for.
  ///
  /// Families list their kernels fastest first; a layer for which the asked provider has no kernel takes the next one.
  package func allows(_ candidate: KernelProvider) -> Bool {
    switch self {
    case .machineCode: candidate != .blas
    case .blas: candidate != .machineCode
    case .simd: candidate == .simd || candidate == .reference
    case .reference: candidate == .reference
    }
  }
}

/// One entry of a family's list of kernels.
package struct KernelCandidate<Problem: Sendable, Kernel>: Sendable {
  /// Where the kernel comes from.
  package let provider: KernelProvider
  /// Whether the kernel can compute a problem.
  package let supports: @Sendable (Problem) -> Bool
  /// Whether the kernel is worth choosing for a problem when nobody asked for a provider.
  package let pays: @Sendable (Problem) -> Bool
  /// Builds the kernel: packs weights, fixes sizes, emits code with pages of the allocator.
  package let make: @Sendable (Problem, LayerWeights, CodeAllocator) -> Kernel

  /// One kernel of a family; it supports and pays for every problem unless said otherwise.
  package init(
    provider: KernelProvider,
    supports: @escaping @Sendable (Problem) -> Bool = { _ in true },
    pays: @escaping @Sendable (Problem) -> Bool = { _ in true },
    make: @escaping @Sendable (Problem, LayerWeights, CodeAllocator) -> Kernel
  ) {
    self.provider = provider
    self.supports = supports
    self.pays = pays
    self.make = make
  }
}

extension Array {
  /// The first kernel of the list that supports `problem` and that `requested` allows; without a request, the first
  /// that pays.
  ///
  /// - Precondition: the list ends with a reference kernel that supports every problem.
  package func choose<Problem, Kernel>(
    for problem: Problem, requested: KernelProvider?
  ) -> KernelCandidate<Problem, Kernel> where Element == KernelCandidate<Problem, Kernel> {
    for candidate in self where candidate.supports(problem) {
      if let requested {
        if requested.allows(candidate.provider) { return candidate }
      } else if candidate.pays(problem) {
        return candidate
      }
    }
    return self[count - 1]
  }
}
