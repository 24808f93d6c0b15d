import TFLiteFormat
import TensorKernels

/// Nearest-neighbor resampling of pictures (TFLite `RESIZE_NEAREST_NEIGHBOR`).
///
/// - Inputs: picture `[batch, height, width, channels]` of any element type; `[height, width]` of the output, a
///   constant.
/// - Output: `[batch, height, width, channels]`.
/// - Formula: ``ResizeNearestNeighbor``.
package struct NearestNeighborResize: Operator {
  package static let tfliteName = "RESIZE_NEAREST_NEIGHBOR"
  package static let builtinCode = 97

  private let alignCorners: Bool
  private let halfPixelCenters: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    alignCorners = try options.flag(0)
    halfPixelCenters = try options.flag(1)
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let picture = try inputs.type(0, of: movableTypes, rank: 4...4)
    let (height, width) = try inputs.resizedPicture()
    let output = try picture.reshaped([picture.shape[0], height, width, picture.shape[3]]), input = picture.shape
    func axis(_ index: Int) -> ResizeNearestNeighbor.Axis {
      ResizeNearestNeighbor.Axis(
        input: input[index], output: output.shape[index], alignCorners: alignCorners,
        halfPixelCenters: halfPixelCenters)
    }
    let (vertical, horizontal) = (axis(1), axis(2))
    // Integral factors are a copy whose source repeats or skips pixels.
    if let rows = vertical.pattern, let columns = horizontal.pattern {
      let steps = Walk(over: input).steps
      let extents = [
        input[0], vertical.output / rows.repeats, rows.repeats, horizontal.output / columns.repeats, columns.repeats,
        input[3],
      ]
      let source = Walk(
        start: rows.start * steps[1] + columns.start * steps[2],
        steps: [steps[0], rows.step * steps[1], 0, columns.step * steps[2], 0, 1])
      return Movement(to: output, [Move(extents, from: source, to: Walk(over: extents))])
        .inferred(by: OperationBox(self))
    }
    let problem = ResizeNearestNeighbor.Problem(
      batch: output.elementCount == 0 ? 0 : output.shape[0], vertical: vertical, horizontal: horizontal,
      pixelByteCount: input[3] * (output.elementType.byteCount ?? 1))
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      context.prepared(ResizeNearestNeighbor.family, problem)
    }
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}
