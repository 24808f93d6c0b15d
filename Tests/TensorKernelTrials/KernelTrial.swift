import TensorKernels

/// A problem with what is needed to run its kernels by themselves, as tests and benchmarks do.
package protocol TrialProblem: KernelProblem {
  /// Operands, tolerance, and how the weights are made.
  var trial: KernelTrial<Weights> { get }
}

/// A problem on which the kernels of a family are tested and measured, and what is special about it.
package struct KernelCase<Problem: KernelProblem>: Sendable {
  /// What is special about it.
  package let name: String
  /// The problem.
  package let problem: Problem
  /// Whether it occurs in networks and is worth measuring; the others are edge cases and only tested.
  package let isMeasured: Bool

  /// An edge case: fewer elements than a vector has, borders, remainders.
  package static func edge(_ name: String, _ problem: Problem) -> KernelCase {
    KernelCase(name: name, problem: problem, isMeasured: false)
  }

  /// A problem that occurs in networks.
  package static func network(_ name: String, _ problem: Problem) -> KernelCase {
    KernelCase(name: name, problem: problem, isMeasured: true)
  }
}

/// An operand of a trial.
package struct TrialTensor: Sendable {
  /// The range of the elements.
  package enum Values: Sendable {
    /// From `-limit` to `limit`; whole numbers for integer elements.
    case upTo(Float)
    /// From a small number to `limit`.
    case positive(Float)
  }

  /// The type of the elements.
  package let element: NumberType
  /// The number of elements.
  package let count: Int
  /// The range of the elements.
  let values: Values
  /// Whether no special numbers are placed among them.
  let isPlain: Bool

  /// An operand of `count` elements.
  package init(
    _ count: Int, _ element: NumberType = .float32, _ values: Values = .upTo(1), isPlain: Bool = false
  ) {
    (self.count, self.element, self.values, self.isPlain) = (count, element, values, isPlain)
  }
}

/// How far a kernel's results may be from those of the reference.
package enum TrialTolerance: Sendable {
  /// Not at all. Any NaN equals any other.
  case exact
  /// Units in the last place of the result, and of one where terms cancel.
  case ulps(Float, ofOne: Float = 0)
  /// The maximum difference between two orders of adding `terms` products. Each is off by at most `terms · ε/2` of the
  /// sum of the products' magnitudes; bias and slope count as two more terms.
  case reorderedSum(terms: Int)
}

/// What is needed to run a kernel by itself: operands, and how to make its weights from them.
package struct KernelTrial<Weights>: Sendable {
  /// What the weights are made from, such as a filter and a bias.
  package let constants: [TrialTensor]
  /// The operands, in the order in which kernels have them.
  package let inputs: [TrialTensor], outputs: [TrialTensor]
  /// How far results may be from those of the reference.
  package let tolerance: TrialTolerance
  /// Multiply-adds of all sums, for kernels that consist of them; 0 for the others.
  package let multiplyAdds: Int
  /// Makes the weights from operands, which must outlive their packing.
  package let weights: @Sendable (TrialOperands) -> Weights

  /// A trial.
  package init(
    constants: [TrialTensor] = [], inputs: [TrialTensor], outputs: [TrialTensor], tolerance: TrialTolerance = .exact,
    multiplyAdds: Int = 0, weights: @escaping @Sendable (TrialOperands) -> Weights
  ) {
    (self.constants, self.inputs, self.outputs) = (constants, inputs, outputs)
    (self.tolerance, self.multiplyAdds, self.weights) = (tolerance, multiplyAdds, weights)
  }
}

extension KernelTrial {
  /// Products of each sum; 0 for kernels that do not consist of them.
  var terms: Int {
    if case .reorderedSum(let terms) = tolerance { terms } else { 0 }
  }
}

extension KernelTrial where Weights == Void {
  /// A trial of a kernel without weights.
  package init(
    inputs: [TrialTensor], outputs: [TrialTensor], tolerance: TrialTolerance = .exact, multiplyAdds: Int = 0
  ) {
    self.init(inputs: inputs, outputs: outputs, tolerance: tolerance, multiplyAdds: multiplyAdds, weights: { _ in })
  }
}

extension KernelTrial where Weights == LayerWeights {
  /// A trial of a layer: a filter, and a bias and a slope for each of its channels.
  ///
  /// - Parameter terms: products of each sum.
  static func layer(
    filter: Int, channels: Int, terms: Int, inputs: [TrialTensor], output: Int
  ) -> KernelTrial {
    KernelTrial(
      constants: [TrialTensor(filter), TrialTensor(channels), TrialTensor(channels, isPlain: true)], inputs: inputs,
      outputs: [TrialTensor(output)], tolerance: .reorderedSum(terms: terms), multiplyAdds: output * terms,
      weights: { $0.layerWeights(channels: channels) })
  }
}
