import TFLiteFormat
import TensorKernels

/// A tensor with zeros around it (TFLite `PAD`).
///
/// - Inputs: a float tensor of at most 8 dimensions; `[rank, 2]` counts of elements before and after, a constant.
/// - Output: each extent plus its two counts. A PAD of height and width before a convolution is fused into it.
package struct Pad: Operator {
  package static let tfliteName = "PAD"
  package static let builtinCode = 34

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let shape = try inputs.type(0).shape
    let amounts = try amounts(inputs)
    return [try TensorType(.float32, (0..<shape.count).map { shape[$0] + amounts[$0].before + amounts[$0].after })]
  }

  /// The counts for each dimension.
  func amounts(_ inputs: Operands) throws(OperatorError) -> [(before: Int, after: Int)] {
    let rank = try inputs.type(0).shape.count
    let values = try inputs.integers(1)
    guard values.count == 2 * rank else {
      throw .inputShape(input: 1, expected: "[\(rank), 2]", found: try inputs.required(1).type.shape)
    }
    for value in values where value < 0 || value > 1 << 24 { throw .value(name: "padding", value) }
    return (0..<rank).map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.type(0).shape
    let before = try amounts(context.inputs).map(\.before)
    let output = context.outputs[0]
    // A row is a run of the innermost dimension; each lands at a place known now.
    var steps = [Int](repeating: 1, count: shape.count)
    for axis in (0..<shape.count).dropLast().reversed() { steps[axis] = steps[axis + 1] * output.shape[axis + 1] }
    return Prepared(
      shape: shape, steps: steps, origin: zip(before, steps).reduce(0) { $0 + $1.0 * $1.1 },
      outputCount: output.elementCount)
  }

  private struct Prepared: PreparedOperator {
    let shape: [Int]
    let steps: [Int]
    let origin: Int
    let outputCount: Int
    var provider: KernelProvider { .reference }

    func run(_ io: OperatorIO) {
      let input: UnsafePointer<Float> = io.input(0)
      let output: UnsafeMutablePointer<Float> = io.output(0)
      output.update(repeating: 0, count: outputCount)
      let length = shape.last ?? 1
      let rowCount = shape.dropLast().reduce(1, *)
      for row in 0..<rowCount {
        var rest = row
        var place = origin
        for axis in (0..<max(shape.count - 1, 0)).reversed() {
          let (quotient, index) = rest.quotientAndRemainder(dividingBy: shape[axis])
          place += index * steps[axis]
          rest = quotient
        }
        (output + place).update(from: input + row * length, count: length)
      }
    }
  }
}
