import TFLiteFormat
import TensorKernels

/// The places of the elements that are true, or not zero (TFLite `WHERE`).
///
/// - Input: Booleans or numbers of at least one dimension. Output: int64, one row of indices for each such element, in memory
///   order.
/// - How many rows there are depends on the values, so these must be known: a stage of their own computes them.
struct Where: OptionlessOperator {
  static let tfliteName = "WHERE"
  static let builtinCode = 109

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.bool, .float32, .int32, .int64, .int8, .uint8], rank: 1...8)
    let count = try Self.truths(of: inputs).reduce(0) { $0 + Int($1) }
    return [try TensorType(.int64, [count, input.shape.count])]
  }

  /// 1 for each element that is true, 0 for the others.
  private static func truths(of inputs: Operands) throws(OperatorError) -> [UInt8] {
    let condition = try inputs.constant(0)
    let type = try inputs.number(0)
    let memory = condition.aligned()
    var truths = [UInt8](repeating: 0, count: condition.type.elementCount)
    truths.withUnsafeMutableBytes { truths in
      guard let target = truths.baseAddress else { return }
      NumberConversion.run(from: type, to: .bool, 0..<truths.count, memory.pointer, target)
    }
    return truths
  }

  func readsAtRunTime(_ index: Int) -> Bool { false }

  func packedByteCount(inputs: Operands, outputs: [TensorType]) -> Int {
    outputs[0].byteCount + (inputs.optional(0)?.type.elementCount ?? 0)
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    var places: [Int64] = []
    places.reserveCapacity(context.outputs[0].elementCount)
    for (element, isTrue) in try Self.truths(of: context.inputs).enumerated() where isTrue != 0 {
      var step = context.inputs.optional(0)?.type.elementCount ?? 0
      var rest = element
      for extent in shape {
        step /= extent
        places.append(Int64(rest / step))
        rest %= step
      }
    }
    return UndividedWork { [places] io in
      let target = io.output(0, as: Int64.self)
      for (index, place) in places.enumerated() { target[index] = place }
    }
  }
}
