import TFLiteFormat
import TensorKernels

/// Filters over the last inputs, factored into feature and time filters (TFLite `SVDF`).
///
/// Each filter applies its feature weights to the input, keeps as many results as it has time weights, latest last, and
/// sums their products. An output is the sum of `rank` neighboring filters.
///
/// - Inputs: `[batch, features]`; feature weights `[filters, features]`; time weights `[filters, times]`; a bias
///   `[filters / rank]`, optional; the results of each filter `[batch, filters · times]`, a variable that keeps its
///   values between runs. Weights are constants. Everything is float; or only weights are int8, with features quantized
///   at run time (``PreparedFilter``); or input, feature weights and output are int8, time weights and results int16,
///   and the bias int32 (``PreparedIntegerFilter``).
/// - Output: `[batch, filters / rank]`.
package struct SingularValueFilter: Operator, TypedOperation {
  package static let tfliteName = "SVDF"
  package static let builtinCode = 27

  private let rank: Int
  private let activation: FusedActivation, activationCode: Int
  private let quantization: RowQuantization

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    rank = try options.integer(0)
    guard rank > 0 else { throw .option(name: "rank", value: rank) }
    (activation, activationCode) = (try options.activation(1), try options.byte(1))
    quantization = RowQuantization(kind: try options.flag(2) ? .asymmetric : .symmetric)
  }

  package var readsQuantized: Bool { true }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || keepsState(index) }
  package func keepsState(_ index: Int) -> Bool { index == 4 }

  // MARK: Shapes

  struct Shape: Sendable {
    let batch: Int, features: Int, filters: Int, times: Int, rank: Int
    /// The type of input, and of feature weights.
    let input: ElementType, weights: ElementType

    var outputs: Int { filters / rank }
    var isInteger: Bool { input == .int8 }

    /// Shares of a few thousand products, of whole outputs.
    var usefulShareCount: Int {
      let work = max(rank * (features + times), 1)
      return batch * outputs / max(4096 / work, 1)
    }
  }

  private func shape(_ inputs: Operands) throws(OperatorError) -> Shape {
    try inputs.expectCount(5...5)
    let input = try inputs.type(0, of: [.float32, .int8], rank: 2...2)
    let isInteger = input.elementType == .int8
    let feature = try inputs.type(1, of: isInteger ? [.int8] : [.float32, .int8]).elementType
    let weights = try inputs.weights(1, of: feature, rank: 2)
    let times = try inputs.weights(2, of: isInteger ? .int16 : feature, rank: 2)
    guard weights[0] > 0, weights[0].isMultiple(of: rank) else {
      throw .inputShape(input: 1, expected: "filters in groups of \(rank)", found: weights)
    }
    guard weights[1] == input.shape[1] else {
      throw .inputShape(input: 1, expected: "[\(weights[0]), \(input.shape[1])]", found: weights)
    }
    guard times[0] == weights[0], times[1] > 0 else {
      throw .inputShape(input: 2, expected: "\(weights[0]) filters of at least one time", found: times)
    }
    let shape = Shape(
      batch: input.shape[0], features: weights[1], filters: weights[0], times: times[1], rank: rank,
      input: input.elementType, weights: feature)
    if inputs.optional(3) != nil {
      let bias = try inputs.weights(3, of: isInteger ? .int32 : .float32, rank: 1)
      guard bias == [shape.outputs] else { throw .inputShape(input: 3, expected: "[\(shape.outputs)]", found: bias) }
    }
    let state = try inputs.state(4, of: isInteger ? [.int16] : [.float32], rank: 2...2).shape
    guard state == [shape.batch, shape.filters * shape.times] else {
      throw .inputShape(input: 4, expected: "[\(shape.batch), \(shape.filters * shape.times)]", found: state)
    }
    return shape
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let shape = try shape(inputs)
    guard shape.isInteger else { return [try TensorType(.float32, [shape.batch, shape.outputs])] }
    // As in LiteRT; RELU clamps to the limits of bytes.
    guard case .relu = activation else { throw .option(name: "fused_activation_function", value: activationCode) }
    for index in [0, 4] { _ = try inputs.required(index).type.tensorScale("input \(index)") }
    return [try inputs.quantizedOutput([shape.batch, shape.outputs], like: inputs.required(0).type)]
  }

  package func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    guard let shape = try? shape(inputs) else { return 0 }
    let (work, overflow) = (shape.batch * shape.filters).multipliedReportingOverflow(by: shape.features + shape.times)
    return overflow ? .max : work
  }

  package func packedByteCount(inputs: Operands) -> Int {
    guard let shape = try? shape(inputs) else { return 0 }
    return (shape.filters * (shape.features + shape.times) + shape.outputs) * MemoryLayout<Float>.stride
  }

  // MARK: Preparation

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs, shape = try shape(inputs)
    if shape.isInteger { return try PreparedIntegerFilter(shape, inputs, output: context.outputs[0]) }
    let scale = try inputs.weightScale(2)
    return PreparedFilter(
      shape: shape, features: try inputs.weights(1), times: try inputs.weights(2).map { $0 * scale },
      bias: inputs.optional(3) == nil ? [Float](repeating: 0, count: shape.outputs) : try inputs.weights(3),
      limits: activation.limits, rounding: shape.weights == .int8 ? (quantization, try inputs.weightScale(1)) : nil)
  }
}
