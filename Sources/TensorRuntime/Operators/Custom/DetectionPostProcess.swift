import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Boxes of objects from the outputs of an SSD detector (TFLite's custom operator `TFLite_Detection_PostProcess`).
///
/// - Inputs: encoded boxes `[1, boxes, 4 or more]`: vertical and horizontal center, height, width; scores `[1, boxes,
///   classes]`, with a background class first or without; anchors `[boxes, 4]`: center, height, width.
/// - Outputs: the boxes `[1, n, 4]` as top, left, bottom, right; their classes and scores `[1, n]`; the number of
///   detections `[1]`, all as floats. There are n = `max_detections · max_classes_per_detection` of them, zeros after
///   the last detection.
/// - Formula: a center is `code / scale · anchor extent + anchor center`, an extent `e^(code / scale) · anchor extent`.
///   See ``BoxSuppression`` for what follows. Source: TFLite's `detection_postprocess.cc`.
/// - Edge cases: a box whose end is before its start is an error of the run.
struct DetectionPostProcess: BuiltinCustomOperator {
  static let customName = "TFLite_Detection_PostProcess"

  private let suppression: BoxSuppression
  private let scales: SIMD4<Float>

  init(options: Bytes) throws(OperatorError) {
    let options = try FlexOptions(options)
    scales = [
      try options.float("y_scale"), try options.float("x_scale"), try options.float("h_scale"),
      try options.float("w_scale"),
    ]
    let overlap = try options.float("nms_iou_threshold")
    guard overlap > 0, overlap <= 1 else { throw .customOptions("nms_iou_threshold \(overlap)") }
    let most = FixedLimits.customExtent
    suppression = BoxSuppression(
      detectionCount: try options.integer("max_detections", 1...most),
      classesPerDetection: try options.integer("max_classes_per_detection", 1...most),
      detectionsPerClass: try options.integer("detections_per_class", 1...most, default: 100),
      isRegular: try options.integer("use_regular_nms", 0...1, default: 0) == 1,
      classCount: try options.integer("num_classes", 1...most),
      scoreThreshold: try options.float("nms_score_threshold"), overlapThreshold: overlap)
  }

  // MARK: Shapes

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    let boxes = try inputs.type(0, rank: 3...3).shape
    guard boxes[0] == 1, boxes[2] >= 4 else {
      throw .inputShape(input: 0, expected: "[1, boxes, 4 or more]", found: boxes)
    }
    let scores = try inputs.type(1, rank: 3...3).shape
    let classCount = suppression.classCount
    guard scores[0] == 1, scores[1] == boxes[1], (classCount...classCount + 1).contains(scores[2]) else {
      throw .inputShape(
        input: 1, expected: "[1, \(boxes[1]), \(classCount) or \(classCount + 1)]", found: scores)
    }
    let anchors = try inputs.type(2, rank: 2...2).shape
    guard anchors == [boxes[1], 4] else {
      throw .inputShape(input: 2, expected: "[\(boxes[1]), 4]", found: anchors)
    }
    let count = suppression.resultCount
    let outputs = [
      try TensorType(.float32, [1, count, 4]), try TensorType(.float32, [1, count]),
      try TensorType(.float32, [1, count]), try TensorType(.float32, [1]),
    ]
    let detections = Detections(
      suppression: suppression, scales: scales, boxCount: boxes[1], codeLength: boxes[2], scoreCount: scores[2])
    let prepared = UndividedWork(scratchByteCount: detections.scratchByteCount) { detections.run($0) }
    return KeptInference(
      OperationBox(self), outputs: outputs, repeatedWork: suppression.work(boxCount: boxes[1]), prepared: prepared)
  }

  // MARK: Execution

  private struct Detections: Sendable {
    let suppression: BoxSuppression
    let scales: SIMD4<Float>
    let boxCount: Int, codeLength: Int, scoreCount: Int

    var scratchByteCount: Int { boxCount * 16 + suppression.scratchByteCount(boxCount: boxCount) }

    func run(_ io: OperatorIO) {
      let boxes = io.scratchBytes.assumingMemoryBound(to: SIMD4<Float>.self)
      for index in 0..<boxCount {
        let box = decoded(io.input(0) + index * codeLength, anchor: io.input(2) + index * 4)
        guard !(box[0] > box[2]), !(box[1] > box[3]) else {
          return io.fail(.value(name: "box, whose end is before its start,", index))
        }
        boxes[index] = box
      }
      let results = BoxSuppression.Results(
        boxes: io.output(0), classes: io.output(1), scores: io.output(2), count: io.output(3))
      suppression.run(
        boxes, count: boxCount, scores: io.input(1) + (scoreCount - suppression.classCount), scoreStep: scoreCount,
        scratch: UnsafeMutableRawPointer(boxes + boxCount), results)
    }

    /// Top, left, bottom, right in double precision: TFLite rounds only centers and half extents.
    private func decoded(_ code: UnsafePointer<Float>, anchor: UnsafePointer<Float>) -> SIMD4<Float> {
      func center(_ axis: Int) -> Float {
        Float(Double(code[axis]) / Double(scales[axis]) * Double(anchor[axis + 2]) + Double(anchor[axis]))
      }
      func half(_ axis: Int) -> Float {
        Float(0.5 * exp(Double(code[axis + 2]) / Double(scales[axis + 2])) * Double(anchor[axis + 2]))
      }
      let (y, x, height, width) = (center(0), center(1), half(0), half(1))
      return [y - height, x - width, y + height, x + width]
    }
  }
}
