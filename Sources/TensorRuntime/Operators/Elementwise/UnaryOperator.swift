import KernelChoice
import TFLiteFormat
import TensorKernels

/// What operators with one input and an output of the same shape share. Those without options, ``PlainUnaryOperator``,
/// have a line in a table.
///
/// - Input: a tensor of one of ``elementTypes``. Output: its type and shape.
package protocol UnaryOperator: Operator {
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

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.inferUnary(OperationBox(self), function, of: Self.elementTypes)
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  fileprivate func inferUnary(
    _ operation: any AnyOperation, _ function: UnaryFunction, of elementTypes: [ElementType]
  ) throws(OperatorError) -> any Inference {
    try expectCount(1...1)
    let output = try type(0, of: elementTypes)
    let problem = UnaryElementwise.Problem(function, count: output.elementCount, element: try number(0))
    return KeptInference(operation, outputs: [output], rowDependence: .sameRow) { context throws(OperatorError) in
      context.prepared(UnaryElementwise.family, problem)
    }
  }
}
