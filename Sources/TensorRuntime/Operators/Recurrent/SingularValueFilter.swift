import TFLiteFormat

/// A filter over the last inputs, as a sum of products of a filter of features and one of times (TFLite `SVDF`), in
/// float32.
///
/// Each filter applies its weights to the features of the input, keeps as many results as it has weights of times, the
/// latest one last, and sums their products. An output is the sum of `rank` neighboring filters.
///
/// - Inputs: `[batch, features]`; weights of features `[filters, features]`; of times `[filters, times]`; a bias
///   `[filters / rank]`, optional; the results of each filter `[batch, filters · times]`, a variable that keeps its
///   values from run to run. Weights are constants; those of int8 are taken as the floats that they stand for.
/// - Output: `[batch, filters / rank]`.
package struct SingularValueFilter: Operator, TypedOperation {
  package static let tfliteName = "SVDF"
  package static let builtinCode = 27

  private let rank: Int
  private let activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    rank = try options.integer(0)
    guard rank > 0 else { throw .option(name: "rank", value: rank) }
    activation = try options.activation(1)
  }

  package var readsQuantized: Bool { true }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || keepsState(index) }
  package func keepsState(_ index: Int) -> Bool { index == 4 }

  private struct Shape {
    let batch: Int, features: Int, filters: Int, times: Int, outputs: Int
  }

  private func shape(_ inputs: Operands) throws(OperatorError) -> Shape {
    try inputs.expectCount(5...5)
    let input = try inputs.type(0, rank: 2...2).shape
    let weights = try inputs.type(1, of: [.float32, .int8], rank: 2...2).shape
    let times = try inputs.type(2, of: [.float32, .int8], rank: 2...2).shape
    for index in [1, 2] { _ = try inputs.constant(index) }
    guard weights[0] > 0, weights[0].isMultiple(of: rank) else {
      throw .inputShape(input: 1, expected: "filters in groups of \(rank)", found: weights)
    }
    guard weights[1] == input[1] else {
      throw .inputShape(input: 1, expected: "[\(weights[0]), \(input[1])]", found: weights)
    }
    guard times[0] == weights[0], times[1] > 0 else {
      throw .inputShape(input: 2, expected: "\(weights[0]) filters of at least one time", found: times)
    }
    let shape = Shape(
      batch: input[0], features: input[1], filters: weights[0], times: times[1], outputs: weights[0] / rank)
    if inputs.optional(3) != nil {
      let bias = try inputs.type(3).shape
      _ = try inputs.constant(3)
      guard bias == [shape.outputs] else { throw .inputShape(input: 3, expected: "[\(shape.outputs)]", found: bias) }
    }
    let state = try inputs.state(4, rank: 2...2).shape
    guard state == [shape.batch, shape.filters * shape.times] else {
      throw .inputShape(input: 4, expected: "[\(shape.batch), \(shape.filters * shape.times)]", found: state)
    }
    return shape
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let shape = try shape(inputs)
    return [try TensorType(.float32, [shape.batch, shape.outputs])]
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

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try shape(context.inputs)
    let features = try context.inputs.weights(1), times = try context.inputs.weights(2)
    let bias =
      context.inputs.optional(3) == nil
      ? [Float](repeating: 0, count: shape.outputs) : try context.inputs.weights(3)
    let (rank, limits) = (rank, activation.limits)
    // A unit is an output of a sequence with its filters.
    return DividedWork(
      shape.batch * shape.outputs, grain: max(4096 / max(rank * (shape.features + shape.times), 1), 1)
    ) { units, io in
      for unit in units {
        let (sequence, output) = unit.quotientAndRemainder(dividingBy: shape.outputs)
        let input = io.input(0) + sequence * shape.features
        var sum = bias[output]
        for filter in output * rank..<(output + 1) * rank {
          let state =
            io.inputs[4].unsafelyUnwrapped.assumingMemoryBound(to: Float.self)
            + (sequence * shape.filters + filter) * shape.times
          state.update(from: state + 1, count: shape.times - 1)
          var result: Float = 0
          for i in 0..<shape.features { result += features[filter * shape.features + i] * input[i] }
          state[shape.times - 1] = result
          for i in 0..<shape.times { sum += state[i] * times[filter * shape.times + i] }
        }
        io.output(0)[unit] = min(max(sum, limits.lower), limits.upper)
      }
    }
  }
}
