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
///   at run time (``HistoryFilter``); or input, feature weights and output are int8, time weights and results int16,
///   and the bias int32 (``IntegerHistoryFilter``).
/// - Output: `[batch, filters / rank]`.
package struct SingularValueFilter: Operator, ProblemOperation {
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

  package struct Shape: Sendable {
    let batch: Int, features: Int, filters: Int, times: Int, rank: Int
    /// The type of input, and of feature weights.
    let input: ElementType, weights: ElementType
    fileprivate let output: TensorType

    var outputs: Int { filters / rank }
    var isInteger: Bool { input == .int8 }
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Shape {
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
      input: input.elementType, weights: feature, output: try output(inputs, [input.shape[0], weights[0] / rank]))
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

  private func output(_ inputs: Operands, _ shape: [Int]) throws(OperatorError) -> TensorType {
    let input = try inputs.required(0).type
    guard input.elementType == .int8 else { return try TensorType(.float32, shape) }
    // As in LiteRT; RELU clamps to the limits of bytes.
    guard case .relu = activation else { throw .option(name: "fused_activation_function", value: activationCode) }
    for index in [0, 4] { _ = try inputs.required(index).type.tensorScale("input \(index)") }
    return try inputs.quantizedOutput(shape, like: input)
  }

  package func outputTypes(of shape: Shape) throws(OperatorError) -> [TensorType] { [shape.output] }

  package func repeatedWork(of shape: Shape) -> Int {
    saturatingProduct(shape.batch, shape.filters, shape.features + shape.times)
  }

  package func packedByteCount(of shape: Shape) -> Int? {
    (shape.filters * (shape.features + shape.times) + shape.outputs) * MemoryLayout<Float>.stride
  }

  // MARK: Preparation

  package func prepare(
    _ shape: Shape, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs
    let problem = HistoryFilter.Problem(
      batch: shape.batch, features: shape.features, filters: shape.filters, times: shape.times, rank: shape.rank,
      element: shape.isInteger ? .int8 : .float32)
    let weights = shape.isInteger ? try integers(shape, inputs) : try floats(shape, inputs)
    return context.prepared(HistoryFilter.family, problem, weights, places: [0, 4])
  }

  private func floats(_ shape: Shape, _ inputs: Operands) throws(OperatorError) -> HistoryFilter.Problem.Weights {
    let scale = try inputs.weightScale(2)
    return .floats(
      HistoryFilter.Weights(
        features: try inputs.weights(1), times: try inputs.weights(2).map { $0 * scale },
        bias: inputs.optional(3) == nil ? [Float](repeating: 0, count: shape.outputs) : try inputs.weights(3),
        limits: activation.limits,
        rounding: shape.weights == .int8 ? (quantization, try inputs.weightScale(1)) : nil))
  }

  private func integers(_ shape: Shape, _ inputs: Operands) throws(OperatorError) -> HistoryFilter.Problem.Weights {
    let input = try inputs.required(0).type.tensorScale("input 0")
    let state = try inputs.required(4).type.tensorScale("input 4").scale
    let output = try shape.output.tensorScale("the output")
    return .integers(
      IntegerHistoryFilter.Weights(
        features: try inputs.constant(1).withUnsafeBytes { $0.map { Int8(bitPattern: $0) } },
        times: try inputs.constant(2).withUnsafeBytes { bytes in
          (0..<bytes.count / 2).map { Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        },
        bias: inputs.optional(3) == nil ? [Int32](repeating: 0, count: shape.outputs) : try inputs.int32s(3),
        inputZeroPoint: input.zeroPoint, outputZeroPoint: output.zeroPoint,
        // In float32, as in LiteRT's `svdf.cc`.
        resultFactor: FixedPointMultiplier(Double(input.scale * (try inputs.weightScale(1)) / state)),
        outputFactor: FixedPointMultiplier(Double(state * (try inputs.weightScale(2)) / output.scale))))
  }
}
