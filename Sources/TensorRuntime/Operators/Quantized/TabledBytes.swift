import KernelChoice
import TFLiteFormat
import TensorKernels

/// A function of quantized bytes by table lookup.
///
/// - Input: int8 or uint8, any shape. Output: bytes of another scale, the same shape.
/// - Formula: ``ByteTable``.
struct TabledBytes: NodeOperation {
  let name: String
  /// Element type and quantization of the output.
  let type: TensorType
  /// The result for each byte; signed bytes index by their bits.
  let table: [UInt8]

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let output = try type.reshaped(inputs.type(0, of: [.int8, .uint8]).shape)
    return KeptInference(OperationBox(self), outputs: [output], packedByteCount: 2048, rowDependence: .sameRow) {
      [table] context throws(OperatorError) in
      context.prepared(ByteTable.family, ByteTable.Problem(count: output.elementCount), table)
    }
  }
}

extension UnaryOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.tabulate(
      OperationBox(self), function, of: Self.elementTypes, activation: fusedActivation(form.operands))
  }
}

extension QuantizedForm {
  /// The same for all operators, so that there is one copy of the code.
  fileprivate mutating func tabulate(
    _ operation: any AnyOperation, _ function: UnaryFunction, of elementTypes: [ElementType],
    activation: FusedActivation?
  ) throws(OperatorError) -> Bool {
    try operands.expectCount(1...1)
    let (input, output) = (try operands.required(0).type, try operands.declaredOutput())
    if case .negate = function, elementTypes.contains(input.elementType) {
      try finish(operation.infer(operands), types: [operands.quantizedOutput(input.shape, like: input)])
      return true
    }
    guard input.isQuantized, output.isQuantized, elementTypes.contains(.float32) else { return false }
    let from = try ByteScale(input, "input 0")
    var limits = FusedActivation.none
    if case .limit = function { limits = activation ?? .none }
    let to = try ByteScale(output, "the output", activation: limits)
    try finish(TabledBytes(name: operation.name, type: output, table: function.table(from: from, to: to)), inputs)
    return true
  }
}

extension UnaryFunction {
  fileprivate func table(from input: ByteScale, to output: ByteScale) -> [UInt8] {
    if case .leaky(let slope) = self { return Self.table(slope: slope, from: input, to: output) }
    // Within the limits of the output's bytes.
    if case .limit = self { return Self.table(slope: 1, from: input, to: output) }
    if case .absolute = self { return Self.table(slope: -1, from: input, to: output) }
    if case .hardSwish = self,
      let table = ByteTable.hardSwish(from: input.range, scale: input.scale, to: output.range, scale: output.scale)
    {
      return table
    }
    let quantization = ByteQuantization.Problem(output.range, count: 256, scale: output.scale)
    let numbers = (0...255).map { input.scale * Float(input.range.integer($0)) }
    let results = [Float](unsafeUninitializedCapacity: 256) { results, count in
      count = 256
      numbers.withUnsafeBufferPointer { numbers in
        guard let source = numbers.baseAddress, let target = results.baseAddress else { return }
        run(0..<256, source, target)
      }
    }
    return results.map { ByteQuantization.byte($0, quantization) }
  }

  /// Leaky ReLU: TFLite has fixed-point factors for both signs.
  private static func table(slope: Float, from input: ByteScale, to output: ByteScale) -> [UInt8] {
    let negative = FixedPointMultiplier(Double(abs(input.scale * slope / output.scale)))
    let positive = FixedPointMultiplier(Double(input.scale / output.scale))
    return ByteTable.bytes(from: input.range, to: output.range) { value in
      if value >= 0 { return positive.product(value) }
      return slope < 0 ? negative.product(0 &- value) : negative.product(value)
    }
  }
}
