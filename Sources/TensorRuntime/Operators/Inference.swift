import TFLiteFormat
import TensorKernels

/// What an operator inferred from a node's inputs: the types of its outputs, and anything else that it needs later. A
/// node keeps it, so that limits, passes and preparation need not infer it again.
package protocol Inference: AnyObject, Sendable {
  /// The operator that made the inference.
  var operation: any AnyOperation { get }
  /// The outputs' types.
  var outputs: [TensorType] { get }
  /// The maximum bytes that the prepared operator holds besides its operands: packed weights, tables. Calculated before
  /// they are allocated.
  func packedByteCount(_ inputs: Operands) -> Int
  /// Multiply-adds of one run, for operators that consist of them; 0 for the others.
  var multiplyAdds: Int { get }
  /// Iterations of the innermost loop of one run, for operators that read each element many times; 0 for the others.
  func repeatedWork(_ inputs: Operands) -> Int
  /// The rows of the inputs that rows of the output depend on; nil if that is unknown.
  func rowDependence(_ inputs: Operands) -> RowDependence?
  /// Packs weights and chooses kernels.
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
}

extension Inference {
  package func rowDependence(_ inputs: Operands) -> RowDependence? { nil }
}

/// An operation that infers only the types of its outputs from its inputs.
package protocol TypedOperation: NodeOperation {
  /// Checks the inputs and returns the types of the outputs. Pure: loading, folding and tests call the same function.
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType]
  /// Packs weights and chooses kernels. The inputs have passed ``outputTypes(for:)``.
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
  /// ``Inference/packedByteCount(_:)``.
  func packedByteCount(inputs: Operands) -> Int
  /// ``Inference/repeatedWork(_:)``.
  func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int
  /// ``Inference/rowDependence(_:)``.
  func rowDependence(inputs: Operands) -> RowDependence?
}

extension TypedOperation {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    InferredTypes(use: self, outputs: try outputTypes(for: inputs))
  }

  package func packedByteCount(inputs: Operands) -> Int { preparedByteCount(inputs) }
  package func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int { 0 }
  package func rowDependence(inputs: Operands) -> RowDependence? { nil }
}

extension NodeOperation {
  /// Bytes of the constants that are read when the operator is prepared and not when it runs.
  fileprivate func preparedByteCount(_ inputs: Operands) -> Int {
    (0..<inputs.count).reduce(0) { sum, index in
      guard !readsAtRunTime(index), let operand = inputs.optional(index), operand.constant != nil else { return sum }
      return sum + operand.type.byteCount
    }
  }
}

/// An operation whose inputs define a problem, from which all else follows: types, figures, kernels.
package protocol ProblemOperation: NodeOperation {
  /// The problem for which a kernel is made.
  associatedtype Problem: Sendable
  /// Checks the inputs, and returns the problem that they define.
  func problem(_ inputs: Operands) throws(OperatorError) -> Problem
  /// The outputs' types.
  func outputTypes(of problem: Problem) throws(OperatorError) -> [TensorType]
  /// ``Inference/packedByteCount(_:)``; if nil, the bytes of the constants that are not read at run time.
  func packedByteCount(of problem: Problem) -> Int?
  /// ``Inference/multiplyAdds``.
  func multiplyAdds(of problem: Problem) -> Int
  /// ``Inference/repeatedWork(_:)``.
  func repeatedWork(of problem: Problem) -> Int
  /// ``Inference/rowDependence(_:)``.
  func rowDependence(of problem: Problem) -> RowDependence?
  /// Packs weights and chooses kernels.
  func prepare(_ problem: Problem, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
}

extension ProblemOperation {
  /// What ``infer(_:)`` returns.
  typealias Inferred = InferredProblem<Self, Problem>

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let problem = try problem(inputs)
    return Inferred(use: self, problem: problem, outputs: try outputTypes(of: problem))
  }

  package func packedByteCount(of problem: Problem) -> Int? { nil }
  package func multiplyAdds(of problem: Problem) -> Int { 0 }
  package func repeatedWork(of problem: Problem) -> Int { multiplyAdds(of: problem) }
  package func rowDependence(of problem: Problem) -> RowDependence? { nil }
}

/// A ``TypedOperation`` with its types. Like ``OperationBox``, it requires nothing of its parameter.
final class InferredTypes<Use: Sendable>: Sendable {
  let use: Use
  let outputs: [TensorType]

  init(use: Use, outputs: [TensorType]) {
    (self.use, self.outputs) = (use, outputs)
  }
}

extension InferredTypes: Inference where Use: TypedOperation {
  var operation: any AnyOperation { OperationBox(use) }
  var multiplyAdds: Int { 0 }
  func packedByteCount(_ inputs: Operands) -> Int { use.packedByteCount(inputs: inputs) }
  func repeatedWork(_ inputs: Operands) -> Int { use.repeatedWork(inputs: inputs, outputs: outputs) }
  func rowDependence(_ inputs: Operands) -> RowDependence? { use.rowDependence(inputs: inputs) }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator { try use.prepare(context) }
}

/// A ``ProblemOperation`` with its problem. Like ``OperationBox``, it requires nothing of its parameters.
final class InferredProblem<Use: Sendable, Problem: Sendable>: Sendable {
  let use: Use
  let problem: Problem
  let outputs: [TensorType]

  init(use: Use, problem: Problem, outputs: [TensorType]) {
    (self.use, self.problem, self.outputs) = (use, problem, outputs)
  }
}

extension InferredProblem: Inference where Use: ProblemOperation, Problem == Use.Problem {
  var operation: any AnyOperation { OperationBox(use) }
  var multiplyAdds: Int { use.multiplyAdds(of: problem) }
  func packedByteCount(_ inputs: Operands) -> Int {
    use.packedByteCount(of: problem) ?? use.preparedByteCount(inputs)
  }
  func repeatedWork(_ inputs: Operands) -> Int { use.repeatedWork(of: problem) }
  func rowDependence(_ inputs: Operands) -> RowDependence? { use.rowDependence(of: problem) }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try use.prepare(problem, context)
  }
}
