import TFLiteFormat
import TensorKernels

/// What an operator infers from a node's inputs: output types, and whatever is needed later. The node keeps it for
/// limits, passes and preparation.
package protocol Inference: AnyObject, Sendable {
  var operation: any AnyOperation { get }
  var outputs: [TensorType] { get }
  /// Maximum bytes that the prepared operator holds besides its operands: packed weights, tables.
  func packedByteCount(_ inputs: Operands) -> Int
  /// Multiply-adds per run; 0 for other operators.
  var multiplyAdds: Int { get }
  /// Innermost-loop iterations per run, for operators that read elements many times; 0 for others.
  func repeatedWork(_ inputs: Operands) -> Int
  /// The input rows that output rows depend on; nil if unknown.
  func rowDependence(_ inputs: Operands) -> RowDependence?
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
}

extension Inference {
  package func rowDependence(_ inputs: Operands) -> RowDependence? { nil }
}

/// An operation that infers only its output types.
package protocol TypedOperation: NodeOperation {
  /// Checks the inputs and returns the output types. Pure: loading, folding and tests call the same function.
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType]
  /// The inputs have passed ``outputTypes(for:)``.
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
}

extension TypedOperation {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    InferredTypes(use: self, outputs: try outputTypes(for: inputs))
  }
}

extension Operands {
  /// Bytes of constants that are read during preparation only.
  fileprivate func preparedByteCount(_ readsAtRunTime: (_ index: Int) -> Bool) -> Int {
    (0..<count).reduce(0) { sum, index in
      guard !readsAtRunTime(index), let operand = optional(index), operand.constant != nil else { return sum }
      return sum + operand.type.byteCount
    }
  }
}

/// An operation whose inputs define a problem, from which everything else follows.
package protocol ProblemOperation: NodeOperation {
  associatedtype Problem: Sendable
  /// Checks the inputs, and returns their problem.
  func problem(_ inputs: Operands) throws(OperatorError) -> Problem
  func outputTypes(of problem: Problem) throws(OperatorError) -> [TensorType]
  /// ``Inference/packedByteCount(_:)``; if nil, the bytes of constants not read at run time.
  func packedByteCount(of problem: Problem) -> Int?
  /// ``Inference/multiplyAdds``.
  func multiplyAdds(of problem: Problem) -> Int
  /// ``Inference/repeatedWork(_:)``.
  func repeatedWork(of problem: Problem) -> Int
  /// ``Inference/rowDependence(_:)``.
  func rowDependence(of problem: Problem) -> RowDependence?
  func prepare(_ problem: Problem, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator
}

extension ProblemOperation {
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

/// A ``TypedOperation`` with its types; unconstrained like ``OperationBox``.
final class InferredTypes<Use: Sendable>: Sendable {
  let box: OperationBox<Use>
  let outputs: [TensorType]
  var use: Use { box.use }

  init(use: Use, outputs: [TensorType]) {
    (box, self.outputs) = (OperationBox(use), outputs)
  }
}

extension InferredTypes: Inference where Use: TypedOperation {
  var operation: any AnyOperation { box }
  var multiplyAdds: Int { 0 }
  func packedByteCount(_ inputs: Operands) -> Int { inputs.preparedByteCount(use.readsAtRunTime) }
  func repeatedWork(_ inputs: Operands) -> Int { 0 }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator { try use.prepare(context) }
}

/// A ``ProblemOperation`` with its problem; unconstrained like ``OperationBox``.
final class InferredProblem<Use: Sendable, Problem: Sendable>: Sendable {
  let box: OperationBox<Use>
  let problem: Problem
  let outputs: [TensorType]
  var use: Use { box.use }

  init(use: Use, problem: Problem, outputs: [TensorType]) {
    (box, self.problem, self.outputs) = (OperationBox(use), problem, outputs)
  }
}

extension InferredProblem: Inference where Use: ProblemOperation, Problem == Use.Problem {
  var operation: any AnyOperation { box }
  var multiplyAdds: Int { use.multiplyAdds(of: problem) }
  func packedByteCount(_ inputs: Operands) -> Int {
    use.packedByteCount(of: problem) ?? inputs.preparedByteCount(use.readsAtRunTime)
  }
  func repeatedWork(_ inputs: Operands) -> Int { use.repeatedWork(of: problem) }
  func rowDependence(_ inputs: Operands) -> RowDependence? { use.rowDependence(of: problem) }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try use.prepare(problem, context)
  }
}

/// What an operator infers if only its preparation needs more than the types: the closure keeps it. One class for all
/// operators, where ``InferredProblem`` has a copy of its code for each.
final class KeptInference: Inference {
  let operation: any AnyOperation
  let outputs: [TensorType]
  private let byteCount: Int?
  private let work: Int
  private let rows: RowDependence?
  private let preparation: @Sendable (PreparationContext) throws(OperatorError) -> any PreparedOperator

  init(
    _ operation: any AnyOperation, outputs: [TensorType], packedByteCount: Int? = nil, repeatedWork: Int = 0,
    rowDependence: RowDependence? = nil,
    preparation: @escaping @Sendable (PreparationContext) throws(OperatorError) -> any PreparedOperator
  ) {
    (self.operation, self.outputs) = (operation, outputs)
    (byteCount, work, rows) = (packedByteCount, repeatedWork, rowDependence)
    self.preparation = preparation
  }

  /// The same for an operator that needs nothing else to be prepared.
  convenience init(
    _ operation: any AnyOperation, outputs: [TensorType], packedByteCount: Int? = nil, repeatedWork: Int = 0,
    prepared: any PreparedOperator
  ) {
    self.init(operation, outputs: outputs, packedByteCount: packedByteCount, repeatedWork: repeatedWork) {
      _ throws(OperatorError) in prepared
    }
  }

  var multiplyAdds: Int { 0 }
  func packedByteCount(_ inputs: Operands) -> Int {
    byteCount ?? inputs.preparedByteCount(operation.readsAtRunTime)
  }
  func repeatedWork(_ inputs: Operands) -> Int { work }
  func rowDependence(_ inputs: Operands) -> RowDependence? { rows }
  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try preparation(context)
  }
}
