import KernelChoice
import TFLiteFormat
import TensorKernels

/// An arithmetic sequence (TFLite `RANGE`).
///
/// - Inputs: start, limit (excluded) and delta; scalars of one type (float32, int32 or int64), constants, since they
///   determine the shape.
/// - Output: `⌈|limit − start| / |delta|⌉` numbers; each is the previous one plus delta.
struct NumberRange: OptionlessOperator {
  static let tfliteName = "RANGE"
  static let builtinCode = 96

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    let type = try inputs.type(0, of: [.float32, .int32, .int64], rank: 0...0).elementType
    for index in 1...2 { _ = try inputs.type(index, of: [type], rank: 0...0) }
    let sequence: ArithmeticSequence
    if type == .float32 {
      let (start, delta) = (try Self.float(inputs, 0), try Self.float(inputs, 2))
      sequence = ArithmeticSequence(
        .floats(first: start, step: delta), count: try Self.count(start, Self.float(inputs, 1), delta))
    } else {
      let (start, delta) = (try inputs.integers(0)[0], try inputs.integers(2)[0])
      sequence = ArithmeticSequence(
        .integers(first: Int64(start), step: Int64(delta), try inputs.number(0)),
        count: try Self.count(start, inputs.integers(1)[0], delta))
    }
    return KeptInference(OperationBox(self), outputs: [try TensorType(type, [sequence.count])]) {
      context throws(OperatorError) in context.prepared(ArithmeticSequence.family, sequence)
    }
  }

  private static func count(_ start: Int, _ limit: Int, _ delta: Int) throws(OperatorError) -> Int {
    let (distance, overflow) = limit.subtractingReportingOverflow(start)
    guard !overflow else { throw .value(name: "limit", limit) }
    guard delta != 0, distance == 0 || (distance > 0) == (delta > 0) else { throw .value(name: "delta", delta) }
    let (whole, rest) = distance.magnitude.quotientAndRemainder(dividingBy: delta.magnitude)
    return Int(clamping: whole) + (rest == 0 ? 0 : 1)
  }

  private static func float(_ inputs: Operands, _ index: Int) throws(OperatorError) -> Float {
    guard let value = try inputs.constant(index).floats?.first else { throw .inputNotConstant(index) }
    return value
  }

  private static func count(_ start: Float, _ limit: Float, _ delta: Float) throws(OperatorError) -> Int {
    let steps: Float = (limit - start) / delta
    let count = abs(steps).rounded(.up)
    // Also false for NaN from a zero or infinite step.
    let isForward = delta > 0 ? start <= limit : (delta < 0 && start >= limit)
    guard isForward, count <= 2_147_483_648 else {
      throw .inputShape(input: 2, expected: "a step that leads from \(start) to \(limit)", found: [])
    }
    return Int(count)
  }

  func readsAtRunTime(_ index: Int) -> Bool { false }
}
