import TFLiteFormat
import TensorKernels

/// Landmarks moved by an affine map (MediaPipe's `TransformLandmarks`, version 2).
///
/// - Inputs: `[1, count, 2 or 3]` landmarks; `[1, 4, 4]` map. Output: the landmarks' shape.
/// - Formula: `x' = m₀₀ x + m₀₁ y + m₀₃`, `y' = m₁₀ x + m₁₁ y + m₁₃`; z stays, as in MediaPipe's
///   `transform_landmarks.cc`.
struct TransformLandmarks: CustomOperator {
  static let name = "TransformLandmarks"

  init(options: Bytes, version: Int) throws(OperatorError) {
    try checkVersion(version, 2)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let shapes = try inputs.floats(ranks: [3, 3])
    guard shapes[0][0] == 1, [2, 3].contains(shapes[0][2]) else {
      throw .inputShape(input: 0, expected: "[1, count, 2 or 3]", found: shapes[0])
    }
    guard shapes[1] == [1, 4, 4] else { throw .inputShape(input: 1, expected: "[1, 4, 4]", found: shapes[1]) }
    return [CustomTensor(.float32, shapes[0])]
  }

  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?
  ) throws(OperatorError) -> any CustomKernel {
    Kernel(dimensions: inputs[0]?.shape[2] ?? 2)
  }

  private struct Kernel: CustomKernel {
    let dimensions: Int

    func run(_ operands: CustomOperands) {
      let points = operands.input(0, as: Float.self)
      let map = operands.input(1, as: Float.self)
      let output = operands.output(0, as: Float.self)
      for place in stride(from: 0, to: output.count, by: dimensions) {
        let (x, y) = (points[place], points[place + 1])
        output[place] = map[0] * x + map[1] * y + map[3]
        output[place + 1] = map[4] * x + map[5] * y + map[7]
        if dimensions == 3 { output[place + 2] = points[place + 2] }
      }
    }
  }
}
