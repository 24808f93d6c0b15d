import KernelChoice
import TFLiteFormat
import TensorKernels

/// Bilinear resampling of pictures (TFLite `RESIZE_BILINEAR`).
///
/// - Inputs: picture `[batch, height, width, channels]`; `[height, width]` of the output, a constant.
/// - Output: `[batch, height, width, channels]`.
/// - Formula: ``ResizeBilinear``.
package struct BilinearResize: Operator, ProblemOperation {
  package static let tfliteName = "RESIZE_BILINEAR"
  package static let builtinCode = 23

  let alignCorners: Bool
  let halfPixelCenters: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    alignCorners = try options.flag(2)
    halfPixelCenters = try options.flag(3)
    // TFLite rejects the combination.
    guard !(alignCorners && halfPixelCenters) else { throw .option(name: "half_pixel_centers", value: 1) }
  }

  package func outputTypes(of problem: ResizeBilinear.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, [problem.batch, problem.outputHeight, problem.outputWidth, problem.channels])]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> ResizeBilinear.Problem {
    try inputs.expectCount(2...2)
    let picture = try inputs.type(0, rank: 4...4).shape
    let output = try inputs.resizedPicture()
    return ResizeBilinear.Problem(
      batch: picture[0], channels: picture[3], input: (picture[1], picture[2]), output: output,
      alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func rowDependence(of problem: ResizeBilinear.Problem) -> RowDependence? { .resampled(problem) }

  package func prepare(
    _ problem: ResizeBilinear.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(ResizeBilinear.family, problem)
  }
}

extension Operands {
  /// Checks the inputs of a resampling operator: input 1 has the output's height and width, at least 1, and input 0 has
  /// pixels.
  func resizedPicture() throws(OperatorError) -> (height: Int, width: Int) {
    let size = try integers(1, count: 2)
    for extent in size where extent < 1 { throw .value(name: "output extent", extent) }
    let picture = try required(0).type.shape
    guard picture[1] > 0, picture[2] > 0 else {
      throw .inputShape(input: 0, expected: "a picture of at least one pixel", found: picture)
    }
    return (size[0], size[1])
  }
}
