import TFLiteFormat
import TensorKernels

/// What operators with one input and an output of the same shape share. Those without options, ``PlainUnaryOperator``,
/// have a line in a table.
///
/// - Input: a tensor of one of ``elementTypes``. Output: its type and shape.
package protocol UnaryOperator: Operator, TypedOperation {
  /// The function of one number.
  var function: UnaryFunction { get }
  /// The supported element types.
  static var elementTypes: [ElementType] { get }
}

/// An operator of one number without options.
package protocol PlainUnaryOperator: UnaryOperator, TabledOperator, OptionlessOperator
where Function == UnaryFunction {}

extension PlainUnaryOperator {
  package static var elementTypes: [ElementType] { entry.elementTypes ?? [.float32] }
  package var function: UnaryFunction { Self.entry.function }
}

/// An activation that clamps values.
package protocol ClampOperator: UnaryOperator, TabledOperator, OptionlessOperator
where Function == FusedActivation {}

extension ClampOperator {
  package func fusedActivation(_ inputs: Operands) -> FusedActivation? { Self.entry.function }

  package var function: UnaryFunction {
    .limit(lower: Self.entry.function.limits.lower, upper: Self.entry.function.limits.upper)
  }
}

extension UnaryOperator {
  package static var elementTypes: [ElementType] { [.float32] }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, of: Self.elementTypes)]
  }

  package func rowDependence(inputs: Operands) -> RowDependence? { .sameRow }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let element = try context.inputs.number(0)
    return context.prepared(
      UnaryElementwise.family,
      UnaryElementwise.Problem(function, count: context.outputs[0].elementCount, element: element),
      grain: element == .float32 ? ThreadGrain.costlyElements : ThreadGrain.elements)
  }
}
