/// Turns the raw outputs of a detector into boxes.
package struct BoxDecoding: Sendable {
  private let layout: DetectorLayout

  /// A decoder for the outputs of a detector.
  package init(_ layout: DetectorLayout) {
    self.layout = layout
  }

  /// Appends every box whose score is at least `threshold`, in the order of the anchors.
  ///
  /// A box with a negative or NaN side is dropped; so is a NaN score.
  /// - Precondition: `boxes` and `logits` have space for every anchor.
  package func decode(
    boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>, threshold: Float,
    into decoded: inout [KeypointBox]
  ) {
    precondition(boxes.count >= layout.anchors.count * layout.valuesPerBox, "too few box values for the anchors")
    precondition(logits.count >= layout.anchors.count, "too few scores for the anchors")
    for index in layout.anchors.indices {
      let score = Self.score(logit: logits[index])
      guard score >= threshold, let box = box(index, of: boxes, score: score) else { continue }
      decoded.append(box)
    }
  }

  /// The box with the highest score, however low; nil if no score is a number, or the box is empty.
  package func best(boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>) -> KeypointBox? {
    precondition(logits.count >= layout.anchors.count, "too few scores for the anchors")
    var best: Int?
    for index in layout.anchors.indices where !logits[index].isNaN {
      if best.map({ logits[index] > logits[$0] }) ?? true {
        best = index
      }
    }
    return best.flatMap { box($0, of: boxes, score: Self.score(logit: logits[$0])) }
  }

  private func box(_ index: Int, of boxes: UnsafeBufferPointer<Float>, score: Float) -> KeypointBox? {
    let anchor = layout.anchors[index]
    let scale = layout.boxScale
    let first = index * layout.valuesPerBox
    let centerX = boxes[first] / scale + anchor.x
    let centerY = boxes[first + 1] / scale + anchor.y
    let width = boxes[first + 2] / scale
    let height = boxes[first + 3] / scale
    let xMin = centerX - width / 2
    let yMin = centerY - height / 2
    let boxWidth = (centerX + width / 2) - xMin
    let boxHeight = (centerY + height / 2) - yMin
    guard boxWidth >= 0, boxHeight >= 0 else { return nil }
    var box = KeypointBox(score: score, xMin: xMin, yMin: yMin, width: boxWidth, height: boxHeight)
    for keypoint in 0..<layout.keypointCount {
      let place = first + 4 + 2 * keypoint
      box[keypoint: keypoint] = SIMD2(boxes[place] / scale + anchor.x, boxes[place + 1] / scale + anchor.y)
    }
    return box
  }

  /// The sigmoid of a clamped logit.
  package static func score(logit: Float) -> Float {
    let limit = DetectorLayout.logitLimit
    let clamped = logit < -limit ? -limit : (logit > limit ? limit : logit)
    return 1 / (1 + CorrectlyRounded.exponential(-clamped))
  }
}
