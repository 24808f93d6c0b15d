import MachineCode

/// What a kernel computes: operation, sizes, element type, and anything else that it may specialize on.
package protocol KernelProblem: Sendable {
  /// The constants that a kernel packs when it is created; none in most families.
  associatedtype Weights = Void
  /// The type of the elements in the computation; bytes if elements are only moved.
  var element: NumberType { get }
  /// Approximate work in multiply-adds of emitted code (``KernelWork``), of which a thread's share has a minimum. By
  /// default, every unit of a kernel is worth a share, as of products, whose multiply-adds a plan knows.
  var work: Int { get }
}

extension KernelProblem {
  package var work: Int { .max }
}

package typealias KernelCandidate<Problem: KernelProblem, Kernel> = WeightedCandidate<Problem, Problem.Weights, Kernel>

/// All kernels for one kind of work. The list declares them, chooses one for a problem, and is what tests compare and
/// benchmarks measure (TensorKernelTrials).
package typealias KernelFamily<Problem: KernelProblem, Kernel> = WeightedFamily<Problem, Problem.Weights, Kernel>

/// See ``KernelCandidate``. Problem is unconstrained: otherwise the runtime would search all conformances when a family
/// is first used, some 30 µs each.
package struct WeightedCandidate<Problem, Weights, Kernel>: Sendable {
  package let provider: KernelProvider
  /// Distinguishes the provider's kernels in the family; empty if there is only one.
  package let form: String
  /// Whether to choose the kernel when no provider is requested.
  package let pays: @Sendable (Problem) -> Bool
  /// Packs weights and emits code. Nil if that fails, such as when code is refused.
  package let make: @Sendable (Problem, Weights, CodeAllocator) -> Kernel?
  #if !hasFeature(Embedded)
    /// The maximum bytes of its weights and constants; nil if the problem says that.
    package let packedByteCount: (@Sendable (Problem) -> Int)?
  #endif
  // An array: for a set, the runtime would search all conformances.
  private let elements: [NumberType]
  private let accepts: @Sendable (Problem) -> Bool
}

extension WeightedCandidate where Problem: KernelProblem, Problem.Weights == Weights {
  /// By default, a kernel supports and pays for every problem with its element types.
  package init(
    _ provider: KernelProvider, form: String = "", elements: [NumberType] = [.float32],
    supports: @escaping @Sendable (Problem) -> Bool = { _ in true },
    pays: @escaping @Sendable (Problem) -> Bool = { _ in true },
    packedByteCount: (@Sendable (Problem) -> Int)? = nil,
    make: @escaping @Sendable (Problem, Weights, CodeAllocator) -> Kernel?
  ) {
    #if !hasFeature(Embedded)
      self.packedByteCount = packedByteCount
    #endif
    self.provider = provider
    self.form = form
    self.elements = elements
    accepts = supports
    self.pays = pays
    self.make = make
  }

  package func supports(_ problem: Problem) -> Bool {
    elements.contains(problem.element) && accepts(problem)
  }
}

/// See ``KernelFamily``.
package struct WeightedFamily<Problem, Weights, Kernel>: Sendable {
  package let name: String
  /// Fastest first. The last one is the reference, which supports every problem and can always be created.
  package let kernels: [WeightedCandidate<Problem, Weights, Kernel>]
}

extension WeightedFamily where Problem: KernelProblem, Problem.Weights == Weights {
  /// - Precondition: the last kernel is of ``KernelProvider/reference``.
  package init(_ name: String, kernels: [WeightedCandidate<Problem, Weights, Kernel>]) {
    precondition(kernels.last?.provider == .reference, "the kernels for \(name) have no reference")
    self.name = name
    self.kernels = kernels
  }

  /// A family of which there are only plain loops.
  package init(
    _ name: String, of elements: [NumberType] = NumberType.all,
    loops: @escaping @Sendable (Problem, Weights) -> Kernel
  ) {
    self.init(name, kernels: [KernelCandidate(.reference, elements: elements, make: { a, b, _ in loops(a, b) })])
  }

  /// The same with kernels of emitted code, which come before the others.
  package func joined(with emitted: [KernelCandidate<Problem, Kernel>]) -> KernelFamily<Problem, Kernel> {
    KernelFamily(name, kernels: emitted + kernels)
  }

  /// The kernel that ``kernel(for:weights:requested:code:)`` returns unless its code is refused.
  package func choice(for problem: Problem, requested: KernelProvider?) -> KernelCandidate<Problem, Kernel> {
    // Not by `first(where:)`, for which the runtime would make types for each family.
    for index in kernels.indices where mayTake(kernels[index], for: problem, requested) { return kernels[index] }
    return kernels[kernels.count - 1]
  }

  /// The maximum bytes of weights and constants of the kernels that say it: emitted ones, which pages do not have.
  package func packedByteCount(_ problem: Problem) -> Int {
    #if hasFeature(Embedded)
      return 0
    #else
      return kernels.reduce(0) { $1.supports(problem) ? max($0, $1.packedByteCount?(problem) ?? 0) : $0 }
    #endif
  }

  /// Whether a kernel of portable vectors supports a problem.
  package func hasVectors(for problem: Problem) -> Bool {
    kernels.contains { $0.provider == .simd && $0.supports(problem) }
  }

  /// Whether emitted code may be used for a problem, and supports it.
  package func emits(_ problem: Problem, requested: KernelProvider?) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      return choice(for: problem, requested: requested).provider == .machineCode
    #endif
  }

  /// The kernel for a problem, and its actual provider: the first one that supports the problem and that `requested`
  /// allows; without a request, the first one that pays and is not a library's.
  ///
  /// If it cannot be created, the next one that a request for its provider would allow is used: if code is refused,
  /// portable kernels take over, and no library is loaded.
  package func kernel(
    for problem: Problem, weights: Weights, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: Kernel, provider: KernelProvider) {
    var refused: KernelProvider?
    for candidate in kernels where refused?.allows(candidate.provider) ?? true {
      guard mayTake(candidate, for: problem, requested) else { continue }
      if let kernel = candidate.make(problem, weights, code) { return (kernel, candidate.provider) }
      refused = refused ?? candidate.provider
    }
    guard let kernel = kernels[kernels.count - 1].make(problem, weights, code) else {
      preconditionFailure("the reference kernel for \(name) was not made")
    }
    return (kernel, .reference)
  }

  /// Does not ask kernels that are not allowed, which might load a library. Libraries need a request, since their order
  /// of additions is their own: results must not depend on what is installed.
  private func mayTake(
    _ candidate: KernelCandidate<Problem, Kernel>, for problem: Problem, _ requested: KernelProvider?
  ) -> Bool {
    guard let requested else {
      return !candidate.provider.isLibrary && candidate.supports(problem) && candidate.pays(problem)
    }
    return requested.allows(candidate.provider) && candidate.supports(problem)
  }
}

extension WeightedFamily where Problem: KernelProblem, Problem.Weights == Weights, Weights == Void {
  package func kernel(
    for problem: Problem, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: Kernel, provider: KernelProvider) {
    kernel(for: problem, weights: (), requested: requested, code: code)
  }
}
