import KernelChoice
import TFLiteFormat
import TensorKernels

/// Integer sum, difference, product, maximum, minimum or PReLU of two quantized tensors of one element type.
///
/// - Inputs: int8 or uint8, shapes that broadcast. Output: the broadcast shape.
/// - Formula: ``QuantizedArithmetic``.
struct QuantizedBinary: NodeOperation {
  let name: String
  let operation: QuantizedArithmetic.Operation
  let activation: FusedActivation

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: [.int8, .uint8])
    let right = try inputs.type(1, of: [left.elementType])
    for (index, type) in [left, right].enumerated() { _ = try type.tensorScale("input \(index)") }
    let output = try inputs.quantizedOutput(broadcastShape(left.shape, right.shape), like: left)
    let problem = try problem(inputs, output: output)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      context.prepared(QuantizedArithmetic.family, problem)
    }
  }

  func problem(_ inputs: Operands, output: TensorType) throws(OperatorError) -> QuantizedArithmetic.Problem {
    let (left, right) = (try inputs.required(0).type, try inputs.required(1).type)
    let output = try ByteScale(output, "the output", activation: activation)
    return QuantizedArithmetic.Problem(
      operation, BroadcastPair(left: left.shape, right: right.shape), left: try left.tensorScale("input 0"),
      right: try right.tensorScale("input 1"), output: output.range, outputScale: output.scale)
  }
}

extension BinaryOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard let operation = QuantizedArithmetic.Operation(Self.entry.function),
      !form.hasInt16Input
    else { return false }
    if operation.isExtreme {
      // Bytes can be compared only with equal quantization.
      let types = try [form.operands.required(0).type, form.operands.required(1).type, form.operands.declaredOutput()]
      guard types.allSatisfy({ $0.isQuantized && $0.elementType == types[0].elementType }),
        types.allSatisfy({ $0.quantization == types[0].quantization && $0.quantization?.scales.count == 1 })
      else { return false }
    }
    try form.finish(QuantizedBinary(name: name, operation: operation, activation: activation), form.inputs)
    return true
  }
}

extension QuantizedArithmetic.Operation {
  /// Nil for functions without an integer form.
  init?(_ function: BinaryElementwise.Operation) {
    switch function {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .maximum: self = .maximum
    case .minimum: self = .minimum
    default: return nil
    }
  }

  fileprivate var isExtreme: Bool { self == .maximum || self == .minimum }
}
