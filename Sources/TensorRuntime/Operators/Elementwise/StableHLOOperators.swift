import TFLiteFormat
import TensorKernels

/// What ``StableHLOOperator`` does with two numbers; with Booleans, a sum or maximum is whether one of them is true,
/// and the others are whether both are.
enum StableHLOFunction: Sendable { case add, multiply, maximum, minimum, and, shiftLeft }

/// Shared by StableHLO's operators of two tensors, each of which is replaced by another operator.
///
/// - Inputs: two tensors of the same type and shape; integers are not quantized. Output: the same type.
protocol StableHLOOperator: TabledOperator, OptionlessOperator where Function == StableHLOFunction {}

private let integerTypes: [ElementType] = [.int64, .int32, .int16, .int8, .uint8]
private let numberTypes: [ElementType] = [.float32, .bool] + integerTypes

/// Sum of two tensors.
struct StableHLOAdd: StableHLOOperator { static let entry = Entry("STABLEHLO_ADD", 163, .add, of: numberTypes) }

/// Product of two tensors.
struct StableHLOMultiply: StableHLOOperator {
  static let entry = Entry("STABLEHLO_MULTIPLY", 165, .multiply, of: numberTypes)
}

/// The larger of two values.
struct StableHLOMaximum: StableHLOOperator {
  static let entry = Entry("STABLEHLO_MAXIMUM", 166, .maximum, of: numberTypes)
}

/// The smaller of two values.
struct StableHLOMinimum: StableHLOOperator {
  static let entry = Entry("STABLEHLO_MINIMUM", 181, .minimum, of: numberTypes)
}

/// The bits that both integers have, or whether both Booleans are true.
struct StableHLOAnd: StableHLOOperator {
  static let entry = Entry("STABLEHLO_AND", 176, .and, of: [.bool] + integerTypes)
}

/// Integers shifted left, as in ``BitwiseFunction/shiftLeft``.
struct StableHLOShiftLeft: StableHLOOperator {
  static let entry = Entry("STABLEHLO_SHIFT_LEFT", 207, .shiftLeft, of: [.int32, .int16, .int8])
}

extension StableHLOOperator {
  // It computes with the integers themselves, whatever they stand for.
  package var readsQuantized: Bool { true }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference { try inferForm(inputs) }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let operands = form.operands
    try operands.expectCount(2...2)
    let first = try operands.type(0, of: Self.entry.elementTypes ?? numberTypes), second = try operands.typeLikeFirst(1)
    guard first.shape == second.shape else {
      throw .inputShape(input: 1, expected: "\(first.shape)", found: second.shape)
    }
    guard first.quantization == nil else { throw .quantization("input 0", expected: "integers without a scale") }
    try form.finish(operation(isBoolean: first.elementType == .bool), form.inputs)
    return true
  }

  private func operation(isBoolean: Bool) -> any AnyOperation {
    switch (Self.entry.function, isBoolean) {
    case (.add, true), (.maximum, true): OperationBox(LogicalOr())
    case (.multiply, true), (.minimum, true), (.and, true): OperationBox(LogicalAnd())
    case (.add, _): OperationBox(Add())
    case (.multiply, _): OperationBox(Multiply())
    case (.maximum, _): OperationBox(Maximum())
    case (.minimum, _): OperationBox(Minimum())
    case (.and, _): OperationBox(StableHLOBits(name: name, function: .and))
    case (.shiftLeft, _): OperationBox(StableHLOBits(name: name, function: .shiftLeft))
    }
  }
}

/// A function of the bits of two integers that has no operator of its own.
private struct StableHLOBits: NodeOperation {
  let name: String
  let function: BitwiseFunction

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.inferBitwise(OperationBox(self), function, of: integerTypes)
  }
}
