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
    let amounts = try amounts(context.inputs)
    let output = context.outputs[0].shape
    let steps = elementSteps(output)
    let usesMachineCode = context.allowsMachineCode
    var parts: [MovedElements.Part] = []
    func clear(_ extents: [Int], from origin: Int) {
      guard !extents.contains(0) else { return }
      let zeros = StridedCopy(
        zeros: extents, targetSteps: steps, elementByteCount: 4, usesMachineCode: usesMachineCode)
      parts.append(MovedElements.Part(targetOffset: origin * 4, copy: zeros))
    }
    // Zeros before and after along each axis, within the part of the outer axes that the input fills.
    var extents = output
    var origin = 0
    for axis in shape.indices {
      let (before, after) = amounts[axis]
      extents[axis] = before
      clear(extents, from: origin)
      extents[axis] = after
      clear(extents, from: origin + (before + shape[axis]) * steps[axis])
      extents[axis] = shape[axis]
      origin += before * steps[axis]
    }
    let copy = StridedCopy(
      extents: shape, sourceSteps: elementSteps(shape), targetSteps: steps, elementByteCount: 4,
      usesMachineCode: usesMachineCode)
    parts.append(MovedElements.Part(targetOffset: origin * 4, copy: copy))
    return MovedElements(parts: parts)
  }
}
