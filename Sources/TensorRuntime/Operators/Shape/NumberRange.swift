import TFLiteFormat
import TensorKernels

/// An arithmetic sequence (TFLite `RANGE`).
///
/// - Inputs: start, limit (excluded) and delta; scalars of one type (float32, int32 or int64), constants, since they
///   determine the shape.
/// - Output: `⌈|limit − start| / |delta|⌉` numbers; each is the previous one plus delta.
package struct NumberRange: Operator, TypedOperation {
  package static let tfliteName = "RANGE"
  package static let builtinCode = 96

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(3...3)
    let type = try inputs.type(0, of: [.float32, .int32, .int64], rank: 0...0).elementType
    for index in 1...2 { _ = try inputs.type(index, of: [type], rank: 0...0) }
    let count: Int
    switch type {
    case .float32:
      count = try Self.count(Self.float(inputs, 0), Self.float(inputs, 1), Self.float(inputs, 2))
    default: count = try Self.count(inputs.integers(0), inputs.integers(1), inputs.integers(2))
    }
    return [try TensorType(type, [count])]
  }

  private static func count(_ start: [Int], _ limit: [Int], _ delta: [Int]) throws(OperatorError) -> Int {
    let (distance, overflow) = limit[0].subtractingReportingOverflow(start[0])
    guard !overflow else { throw .value(name: "limit", limit[0]) }
    guard delta[0] != 0, distance == 0 || (distance > 0) == (delta[0] > 0) else {
      throw .value(name: "delta", delta[0])
    }
    let (whole, rest) = distance.magnitude.quotientAndRemainder(dividingBy: delta[0].magnitude)
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

  package func readsAtRunTime(_ index: Int) -> Bool { false }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs
    let count = context.outputs[0].elementCount
    switch context.outputs[0].elementType {
    case .float32:
      return Prepared(start: try Self.float(inputs, 0), delta: try Self.float(inputs, 2), count: count) { $0 + $1 }
    case .int32:
      return Prepared(
        start: Int32(clamping: try inputs.integers(0)[0]), delta: Int32(clamping: try inputs.integers(2)[0]),
        count: count
      ) { $0 &+ $1 }
    default:
      return Prepared(
        start: Int64(try inputs.integers(0)[0]), delta: Int64(try inputs.integers(2)[0]), count: count
      ) { $0 &+ $1 }
    }
  }

  private final class Prepared<Number: BitwiseCopyable & Sendable>: PreparedOperator {
    let start: Number, delta: Number
    let count: Int
    let add: @Sendable (Number, Number) -> Number

    init(start: Number, delta: Number, count: Int, add: @escaping @Sendable (Number, Number) -> Number) {
      (self.start, self.delta, self.count, self.add) = (start, delta, count, add)
    }
    var provider: KernelProvider { .reference }

    func run(_ io: OperatorIO) {
      let output = io.output(0, as: Number.self)
      var number = start
      for index in 0..<count {
        output[index] = number
        number = add(number, delta)
      }
    }
  }
}
