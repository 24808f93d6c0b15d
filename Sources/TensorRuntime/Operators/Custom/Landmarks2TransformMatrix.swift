import MudraPlatform
import TFLiteFormat
import TensorKernels

/// The affine map from a square picture to the rotated box around some landmarks (MediaPipe's
/// `Landmarks2TransformMatrix`, version 2).
///
/// - Input: `[1, count, 3]` landmarks. Output: `[1, 4, 4]` map, row by row.
/// - Formula: `shift(center) · rotate(−r) · scale(size · scale / output) · shift(−output / 2)`, where `r` rotates the
///   line between two landmarks to the target angle, and center and size are those of the box around the subset,
///   rotated by `r`, as in MediaPipe's `landmarks_to_transform_matrix.cc`.
struct Landmarks2TransformMatrix: CustomOperator {
  static let name = "Landmarks2TransformMatrix"

  /// Compact, since many operators may share options.
  private let subset: [UInt16]
  private let left: Int, right: Int
  private let targetRotation: Float
  private let outputHeight: Int, outputWidth: Int
  private let scaleX: Float, scaleY: Float

  init(options: Bytes, version: Int) throws(OperatorError) {
    try checkVersion(version, 2)
    guard let map = FlexValue(root: options), let left = map["left_rotation_idx"]?.integer,
      let right = map["right_rotation_idx"]?.integer, let rotation = map["target_rotation_radians"]?.float,
      let height = map["output_height"]?.integer, let width = map["output_width"]?.integer,
      let scaleX = map["scale_x"]?.float, let scaleY = map["scale_y"]?.float,
      let subset = map["subset_idxs"]?.integers
    else { throw .customOptions("one of the eight options is missing") }
    guard height > 0, width > 0, height <= 1 << 24, width <= 1 << 24, scaleX > 0, scaleY > 0 else {
      throw .customOptions("an output of \(height)×\(width) at scale \(scaleY), \(scaleX)")
    }
    guard !subset.isEmpty, (subset + [left, right]).allSatisfy({ (0...0xFFFF).contains($0) }) else {
      throw .customOptions("a subset of \(subset.count) landmarks, or one outside 0…65535")
    }
    self.subset = subset.map { UInt16(clamping: $0) }
    (self.left, self.right, targetRotation) = (left, right, rotation)
    (outputHeight, outputWidth, self.scaleX, self.scaleY) = (height, width, scaleX, scaleY)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let shape = try inputs.floats(ranks: [3])[0]
    guard shape[0] == 1, shape[2] == 3 else {
      throw .inputShape(input: 0, expected: "[1, count, 3]", found: shape)
    }
    for index in subset.map({ Int($0) }) + [left, right] where index >= shape[1] {
      throw .inputShape(input: 0, expected: "a landmark \(index)", found: shape)
    }
    return [CustomTensor(.float32, [1, 4, 4])]
  }

  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?
  ) throws(OperatorError) -> any CustomKernel { Kernel(options: self) }

  private struct Kernel: CustomKernel {
    let options: Landmarks2TransformMatrix

    func run(_ operands: CustomOperands) {
      let points = operands.input(0, as: Float.self)
      func point(_ index: Int) -> (x: Float, y: Float) { (points[index * 3], points[index * 3 + 1]) }
      let (left, right) = (point(options.left), point(options.right))
      let rotation = options.targetRotation - atan2f(right.y - left.y, right.x - left.x)
      let (cosine, sine) = (cosf(rotation), sinf(rotation))

      var (lowX, highX) = (Float.infinity, -Float.infinity)
      var (lowY, highY) = (Float.infinity, -Float.infinity)
      for index in options.subset {
        let (x, y) = point(Int(index))
        let (turnedX, turnedY) = (cosine * x - sine * y, sine * x + cosine * y)
        (lowX, highX) = (min(lowX, turnedX), max(highX, turnedX))
        (lowY, highY) = (min(lowY, turnedY), max(highY, turnedY))
      }
      let (middleX, middleY) = ((lowX + highX) / 2, (lowY + highY) / 2)
      let centerX = cosine * middleX + sine * middleY
      let centerY = -sine * middleX + cosine * middleY
      let (width, height) = (Float(options.outputWidth), Float(options.outputHeight))
      let scaleX = options.scaleX * (highX - lowX) / width
      let scaleY = options.scaleY * (highY - lowY) / height

      let map = operands.output(0, as: Float.self)
      map.update(repeating: 0)
      (map[0], map[1]) = (cosine * scaleX, sine * scaleY)
      (map[4], map[5]) = (-sine * scaleX, cosine * scaleY)
      map[3] = map[0] * (-width / 2) + map[1] * (-height / 2) + centerX
      map[7] = map[4] * (-width / 2) + map[5] * (-height / 2) + centerY
      (map[10], map[15]) = (1, 1)
    }
  }
}
