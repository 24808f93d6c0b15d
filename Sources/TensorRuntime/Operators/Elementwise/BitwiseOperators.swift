import TFLiteFormat
import TensorKernels

/// Shared by the operators of the bits of two integers.
///
/// - Inputs: two tensors of the same integer type whose shapes broadcast as NumPy's do. Output: the broadcast shape.
/// - Formula: ``BitwiseFunction``.
protocol BitwiseOperator: TabledOperator, OptionlessOperator where Function == BitwiseFunction {}

/// The bits in which two integers differ.
struct BitwiseExclusiveOr: BitwiseOperator { static let entry = Entry("BITWISE_XOR", 160, .exclusiveOr) }

/// Integers shifted right, with copies of the sign if they have one.
struct RightShift: BitwiseOperator { static let entry = Entry("RIGHT_SHIFT", 161, .shiftRight) }

extension BitwiseOperator {
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let integers: [ElementType] = [.int32, .int16, .int8, .uint32, .uint16, .uint8]
    return try inputs.inferBitwise(OperationBox(self), Self.entry.function, of: integers)
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  func inferBitwise(
    _ operation: any AnyOperation, _ function: BitwiseFunction, of elementTypes: [ElementType]
  ) throws(OperatorError) -> any Inference {
    try expectCount(2...2)
    let left = try type(0, of: elementTypes), right = try typeLikeFirst(1).shape
    let output = try TensorType(left.elementType, broadcastShape(left.shape, right))
    let pair = BroadcastPair(left: left.shape, right: right)
    let problem = BitwiseFunction.Problem(
      function, pair, byteCount: left.elementType.byteCount ?? 1,
      isSigned: ![.uint32, .uint16, .uint8].contains(left.elementType))
    return KeptInference(operation, outputs: [output]) { context throws(OperatorError) in
      context.prepared(BitwiseFunction.family, problem)
    }
  }
}
