import MachineCode

/// What a kernel is to compute: operation, sizes, element type, and anything else that a kernel may specialize on.
package protocol KernelProblem: Sendable, Hashable {
  /// The constants that a kernel packs when it is created; none in most families.
  associatedtype Weights = Void
  /// The type of the elements in the computation; bytes if elements of any type are only moved.
  var element: NumberType { get }
}

/// One kernel of a family.
package typealias KernelCandidate<Problem: KernelProblem, Kernel> = WeightedCandidate<Problem, Problem.Weights, Kernel>

/// All kernels for one kind of work. The list declares them, chooses one for a problem, and is what the tests compare
/// and the benchmarks measure (TensorKernelTrials): every kernel in it is tested and measured.
package typealias KernelFamily<Problem: KernelProblem, Kernel> = WeightedFamily<Problem, Problem.Weights, Kernel>

/// ``KernelCandidate``. The type itself requires nothing of the problem: the runtime would search all conformances of
/// the program for it when a family is first used, some 30 µs each.
package struct WeightedCandidate<Problem, Weights, Kernel>: Sendable {
  /// Where the kernel comes from.
  package let provider: KernelProvider
  /// What distinguishes it from the provider's other kernels in the family; empty if there are no others.
  package let form: String
  /// Whether the kernel is worth choosing for a problem if no provider is requested.
  package let pays: @Sendable (Problem) -> Bool
  /// Creates the kernel: packs weights, fixes sizes, emits code. Nil if it cannot, such as when code is refused.
  package let make: @Sendable (Problem, Weights, CodeAllocator) -> Kernel?
  // Few: for a set, the runtime would search all conformances.
  private let elements: [NumberType]
  private let accepts: @Sendable (Problem) -> Bool
}

extension WeightedCandidate where Problem: KernelProblem, Problem.Weights == Weights {
  /// One kernel of a family; by default, it supports and pays for every problem with its element types.
  package init(
    _ provider: KernelProvider, form: String = "", elements: [NumberType] = [.float32],
    supports: @escaping @Sendable (Problem) -> Bool = { _ in true },
    pays: @escaping @Sendable (Problem) -> Bool = { _ in true },
    make: @escaping @Sendable (Problem, Weights, CodeAllocator) -> Kernel?
  ) {
    self.provider = provider
    self.form = form
    self.elements = elements
    accepts = supports
    self.pays = pays
    self.make = make
  }

  /// Whether the kernel can compute a problem.
  package func supports(_ problem: Problem) -> Bool {
    elements.contains(problem.element) && accepts(problem)
  }
}

/// ``KernelFamily``.
package struct WeightedFamily<Problem, Weights, Kernel>: Sendable {
  /// What the kernels compute.
  package let name: String
  /// Fastest first. The last one is the reference, which supports every problem and can always be created.
  package let kernels: [WeightedCandidate<Problem, Weights, Kernel>]
}

extension WeightedFamily where Problem: KernelProblem, Problem.Weights == Weights {
  /// A family.
  ///
  /// - Precondition: the last kernel comes from ``KernelProvider/reference``.
  package init(_ name: String, kernels: [WeightedCandidate<Problem, Weights, Kernel>]) {
    precondition(kernels.last?.provider == .reference, "the kernels for \(name) have no reference")
    self.name = name
    self.kernels = kernels
  }

  /// The first choice for a problem: what ``kernel(for:weights:requested:code:)`` returns unless its code is refused.
  package func choice(for problem: Problem, requested: KernelProvider?) -> KernelCandidate<Problem, Kernel> {
    kernels.first { mayTake($0, for: problem, requested) } ?? kernels[kernels.count - 1]
  }

  /// The kernel for a problem, and its actual provider: the first of the list that supports the problem and that
  /// `requested` allows; without a request, the first that pays and comes from no library.
  ///
  /// If a kernel cannot be created, the next one that a request for its provider would allow is used: if code is
  /// refused, portable kernels take over, and no library is loaded for them.
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

  /// Kernels that are not allowed are not asked what they support: that might load a library. Without a request none is
  /// taken, since the order of its sums is its own: what a network computes must not depend on what is installed.
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
  /// The same for a family without weights.
  package func kernel(
    for problem: Problem, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: Kernel, provider: KernelProvider) {
    kernel(for: problem, weights: (), requested: requested, code: code)
  }
}
