/// A problem on which the kernels of a family are tested and measured, and what is special about it.
package struct KernelCase<Problem: KernelProblem>: Sendable {
  /// What is special about it.
  package let name: String
  /// The problem.
  package let problem: Problem
  /// Whether it occurs in networks and is worth measuring; the others are at the edges and only tested.
  package let isMeasured: Bool

  /// A problem at an edge of what a kernel does: fewer elements than a vector has, borders, remainders.
  package static func edge(_ name: String, _ problem: Problem) -> KernelCase {
    KernelCase(name: name, problem: problem, isMeasured: false)
  }

  /// A problem as networks have it.
  package static func network(_ name: String, _ problem: Problem) -> KernelCase {
    KernelCase(name: name, problem: problem, isMeasured: true)
  }
}

/// An operand of a trial.
package struct TrialTensor: Sendable {
  /// What the elements may be.
  package enum Values: Sendable {
    /// From `-limit` to `limit`; whole numbers where the elements are integers.
    case upTo(Float)
    /// From a small number to `limit`.
    case positive(Float)
  }

  /// The type of the elements.
  package let element: NumberType
  /// How many there are.
  package let count: Int
  /// What they are.
  let values: Values

  /// An operand of `count` elements.
  package init(_ count: Int, _ element: NumberType = .float32, _ values: Values = .upTo(1)) {
    (self.count, self.element, self.values) = (count, element, values)
  }
}

/// How far a kernel's results may lie from the reference's.
package enum TrialTolerance: Sendable {
  /// Not at all. Any NaN equals any other.
  case exact
  /// Units in the last place of the result, and of one where terms cancel.
  case ulps(Float, ofOne: Float = 0)
  /// As far as two orders of adding so many products can lie apart. Each is off by at most `terms · ε/2` of the sum of
  /// the products' magnitudes; bias and slope count as two more terms.
  case reorderedSum(terms: Int)
}

/// What it takes to run a kernel by itself: operands, and how its weights are made of them.
package struct KernelTrial<Weights>: Sendable {
  /// What the weights are made of, such as a filter and a bias.
  package let constants: [TrialTensor]
  /// The operands, in the order in which kernels have them.
  package let inputs: [TrialTensor], outputs: [TrialTensor]
  /// How far results may lie from the reference's.
  package let tolerance: TrialTolerance
  /// Multiply-adds of all sums, for kernels that are made of them; 0 for the others.
  package let multiplyAdds: Int
  /// The weights of operands, which must outlive their packing.
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
  /// Products of each sum; 0 for kernels that are not made of them.
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
      constants: [TrialTensor(filter), TrialTensor(channels), TrialTensor(channels)], inputs: inputs,
      outputs: [TrialTensor(output)], tolerance: .reorderedSum(terms: terms), multiplyAdds: output * terms,
      weights: { $0.layerWeights(channels: channels) })
  }
}
