import TFLiteFormat
import TensorKernels

/// A region of a picture, read through an affine map with bilinear weights (MediaPipe's `TransformTensorBilinear`,
/// version 2).
///
/// - Inputs: `[1, height, width, channels]` picture; `[1, 4, 4]` map from output to picture coordinates.
/// - Output: `[1, output_height, output_width, channels]`; zero where the map leads outside the picture.
/// - Formula: pixel centers are at halves, so a point is `S · map · A` with shifts `A` by ½ and `S` by −½, as in
///   MediaPipe's `transform_tensor_bilinear.cc`.
struct TransformTensorBilinear: CustomOperator {
  static let name = "TransformTensorBilinear"

  private let height: Int, width: Int

  init(options: Bytes, version: Int) throws(OperatorError) {
    try checkVersion(version, 2)
    let map = FlexValue(root: options)
    guard let height = map?["output_height"]?.integer, let width = map?["output_width"]?.integer else {
      throw .customOptions("output_height and output_width are missing")
    }
    guard (1...FixedLimits.customExtent).contains(height), (1...FixedLimits.customExtent).contains(width) else {
      throw .customOptions("an output of \(height)×\(width)")
    }
    (self.height, self.width) = (height, width)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let shapes = try inputs.floats(ranks: [4, 3])
    guard shapes[0][0] == 1 else { throw .inputShape(input: 0, expected: "one picture", found: shapes[0]) }
    guard shapes[1] == [1, 4, 4] else { throw .inputShape(input: 1, expected: "[1, 4, 4]", found: shapes[1]) }
    return [CustomTensor(.float32, [1, height, width, shapes[0][3]])]
  }

  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?
  ) throws(OperatorError) -> any CustomKernel {
    let shape = inputs[0]?.shape ?? [1, 0, 0, 0]
    return Kernel(
      inputHeight: shape[1], inputWidth: shape[2], channels: shape[3], height: height, width: width)
  }

  private struct Kernel: CustomKernel {
    let inputHeight: Int, inputWidth: Int, channels: Int
    let height: Int, width: Int

    var usefulShareCount: Int { height * width * channels / ThreadGrain.costlyElements }

    func run(_ operands: CustomOperands) {
      guard let source = operands.input(0, as: Float.self).baseAddress,
        let output = operands.output(0, as: Float.self).baseAddress, channels > 0
      else { return }
      let map = operands.input(1, as: Float.self)
      let shiftX = map[3] + (map[0] * 0.5 + map[1] * 0.5 - 0.5)
      let shiftY = map[7] + (map[4] * 0.5 + map[5] * 0.5 - 0.5)
      for row in operands.share(of: height) {
        for column in 0..<width {
          let x = map[0] * Float(column) + map[1] * Float(row) + shiftX
          let y = map[4] * Float(column) + map[5] * Float(row) + shiftY
          let pixel = output + (row * width + column) * channels
          // Also false for NaN.
          guard x >= 0, x <= Float(inputWidth - 1), y >= 0, y <= Float(inputHeight - 1) else {
            pixel.update(repeating: 0, count: channels)
            continue
          }
          // Extents of more than 24 bits are rounded, perhaps to the extent itself.
          let (left, top) = (min(Int(x), inputWidth - 1), min(Int(y), inputHeight - 1))
          let (weightX, weightY) = (x - Float(left), y - Float(top))
          // Past the last row or column the weight is zero.
          let right = min(left + 1, inputWidth - 1)
          let upper = source + top * inputWidth * channels
          let lower = source + min(top + 1, inputHeight - 1) * inputWidth * channels
          for channel in 0..<channels {
            let (a, b) = (upper[left * channels + channel], upper[right * channels + channel])
            let (c, d) = (lower[left * channels + channel], lower[right * channels + channel])
            let above = (1 - weightX) * a + weightX * b
            let below = (1 - weightX) * c + weightX * d
            pixel[channel] = weightY * below + (1 - weightY) * above
          }
        }
      }
    }
  }
}
