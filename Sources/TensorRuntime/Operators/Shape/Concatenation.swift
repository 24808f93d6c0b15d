import TFLiteFormat

/// Tensors joined along one axis (TFLite `CONCATENATION`).
///
/// - Inputs: one or more tensors of one type and rank, equal in all extents but the axis's.
/// - Output: the axis's extents added up.
package struct Concatenation: MovementOperator {
  package static let tfliteName = "CONCATENATION"
  package static let builtinCode = 2

  let axis: Int
  private var activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
    activation = try options.activation(1)
  }

  /// Without an activation.
  init(axis: Int) {
    self.axis = axis
    activation = .none
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    guard activation.isNone else { return try inferForm(inputs) }
    return try inferMovement(inputs)
  }

  /// Adds a separate operator for an activation; false without one.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard let clamp = activation.operation else { return false }
    var joining = self
    joining.activation = .none
    try form.finish(clamp, [try form.add(joining, form.inputs)[0]])
    return true
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...4096)
    let first = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try Operands.axis(axis, rank: first.shape.count)
    var shape = first.shape
    var extents = [shape[axis]]
    for index in 1..<max(inputs.count, 1) {
      let next = try inputs.type(index, of: [first.elementType], rank: shape.count...shape.count).shape
      var expected = shape
      expected[axis] = next[axis]
      guard next == expected else {
        throw .inputShape(input: index, expected: "\(shape) but for axis \(axis)", found: next)
      }
      let (sum, overflow) = shape[axis].addingReportingOverflow(next[axis])
      guard !overflow else { throw .shapeTooLarge(shape) }
      shape[axis] = sum
      extents.append(next[axis])
    }
    return Movement(
      to: try first.reshaped(shape), AxisSlices(shape, axis: axis, extents: extents).joining)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { true }
}
