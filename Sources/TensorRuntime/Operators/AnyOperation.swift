/// A type-erased ``NodeOperation``, as the graph and its passes use it.
///
/// Embedded Swift has neither `any NodeOperation` nor casts to protocols.
package protocol AnyOperation: AnyObject, Sendable {
  /// ``NodeOperation/name``.
  var name: String { get }
  /// ``NodeOperation/readsQuantized``.
  var readsQuantized: Bool { get }
  /// ``NodeOperation/takesPlainIntegers``.
  var takesPlainIntegers: Bool { get }
  /// ``NodeOperation/hasInt64Bias``.
  var hasInt64Bias: Bool { get }
  /// ``NodeOperation/infer(_:)``.
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference
  /// ``NodeOperation/knownOutputs(for:)``.
  func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]?
  /// ``NodeOperation/readsAtRunTime(_:)``.
  func readsAtRunTime(_ index: Int) -> Bool
  /// ``NodeOperation/packsWeights(_:)``.
  func packsWeights(_ index: Int) -> Bool
  /// ``NodeOperation/keepsState(_:)``.
  func keepsState(_ index: Int) -> Bool
  /// ``NodeOperation/keptType``.
  var keptType: TensorType? { get }
  /// ``NodeOperation/fusedActivation(_:)``.
  func fusedActivation(_ inputs: Operands) -> FusedActivation?
  /// ``NodeOperation/fusing(_:)``.
  func fusing(_ activation: FusedActivation) -> (any AnyOperation)?
  /// ``NodeOperation/fusing(top:bottom:left:right:)``.
  func fusing(top: Int, bottom: Int, left: Int, right: Int) -> (any AnyOperation)?
  /// ``NodeOperation/rounding(by:)``.
  func rounding(by intermediates: [TensorType]) -> (any AnyOperation)?
  /// ``NodeOperation/quantize(_:)``.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool
  #if !hasFeature(Embedded)
    /// Whether the operation is of the same type, with the same bits. Equal lists at different addresses differ.
    func isSame(as other: any AnyOperation) -> Bool
  #endif
}

/// Type-erases an operation.
///
/// The parameter is unconstrained: otherwise the runtime would search all conformances when the type is first used,
/// some 30 µs per operator.
package final class OperationBox<Use: Sendable>: Sendable {
  let use: Use

  package init(_ use: Use) { self.use = use }
}

extension OperationBox: AnyOperation where Use: NodeOperation {
  package var name: String { use.name }
  package var readsQuantized: Bool { use.readsQuantized }
  package var takesPlainIntegers: Bool { use.takesPlainIntegers }
  package var hasInt64Bias: Bool { use.hasInt64Bias }
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try use.infer(inputs) }
  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    try use.knownOutputs(for: inputs)
  }
  package func readsAtRunTime(_ index: Int) -> Bool { use.readsAtRunTime(index) }
  package func packsWeights(_ index: Int) -> Bool { use.packsWeights(index) }
  package func keepsState(_ index: Int) -> Bool { use.keepsState(index) }
  package var keptType: TensorType? { use.keptType }
  package func fusedActivation(_ inputs: Operands) -> FusedActivation? { use.fusedActivation(inputs) }
  package func fusing(_ activation: FusedActivation) -> (any AnyOperation)? {
    use.fusing(activation).map { OperationBox($0) }
  }
  package func fusing(top: Int, bottom: Int, left: Int, right: Int) -> (any AnyOperation)? {
    use.fusing(top: top, bottom: bottom, left: left, right: right).map { OperationBox($0) }
  }
  package func rounding(by intermediates: [TensorType]) -> (any AnyOperation)? {
    use.rounding(by: intermediates).map { OperationBox($0) }
  }
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool { try use.quantize(&form) }
  #if !hasFeature(Embedded)
    package func isSame(as other: any AnyOperation) -> Bool {
      guard let other = other as? Self else { return false }
      return withUnsafeBytes(of: use) { bits in withUnsafeBytes(of: other.use) { bits.elementsEqual($0) } }
    }
  #endif
}

extension Graph.Node {
  /// The operator with its options, if it is of this type.
  package func operation<Use: NodeOperation>(_ type: Use.Type) -> Use? { (operation as? OperationBox<Use>)?.use }
}
