import VisionTasks

/// Turns the raw outputs of the palm detector into boxes.
package struct BoxDecoding: Sendable {
  private let anchors: SSDAnchors

  /// A decoder for boxes in the order of `anchors`.
  package init(anchors: SSDAnchors = SSDAnchors()) {
    self.anchors = anchors
  }

  /// Appends every box whose score is at least `threshold`, in the order of the anchors.
  ///
  /// - `boxes` holds 18 values per anchor: center x, y, width, height, then x, y of seven keypoints, all relative to
  ///   the anchor and in pixels of a 192×192 input. `logits` holds one value per anchor.
  /// - A box with a negative or NaN side is dropped; so is a NaN score.
  /// - Precondition: `boxes` and `logits` have space for every anchor.
  package func decode(
    boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>, threshold: Float,
    into decoded: inout [PalmBox]
  ) {
    typealias Palm = ModelConstants.Palm
    precondition(boxes.count >= anchors.centers.count * Palm.valuesPerBox, "too few box values for the anchors")
    precondition(logits.count >= anchors.centers.count, "too few scores for the anchors")
    for index in anchors.centers.indices {
      let score = Self.score(logit: logits[index])
      guard score >= threshold, let box = box(index, of: boxes, score: score) else { continue }
      decoded.append(box)
    }
  }

  /// The box with the highest score, however low; nil if no score is a number, or the box is empty.
  package func best(boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>) -> PalmBox? {
    precondition(logits.count >= anchors.centers.count, "too few scores for the anchors")
    var best: Int?
    for index in anchors.centers.indices where !logits[index].isNaN {
      if best.map({ logits[index] > logits[$0] }) ?? true {
        best = index
      }
    }
    return best.flatMap { box($0, of: boxes, score: Self.score(logit: logits[$0])) }
  }

  private func box(_ index: Int, of boxes: UnsafeBufferPointer<Float>, score: Float) -> PalmBox? {
    typealias Palm = ModelConstants.Palm
    let anchor = anchors.centers[index]
    let values = UnsafeBufferPointer(rebasing: boxes[index * Palm.valuesPerBox..<(index + 1) * Palm.valuesPerBox])
    let centerX = values[0] / Palm.boxScale + anchor.x
    let centerY = values[1] / Palm.boxScale + anchor.y
    let width = values[2] / Palm.boxScale
    let height = values[3] / Palm.boxScale
    let xMin = centerX - width / 2
    let yMin = centerY - height / 2
    let boxWidth = (centerX + width / 2) - xMin
    let boxHeight = (centerY + height / 2) - yMin
    guard boxWidth >= 0, boxHeight >= 0 else { return nil }
    return PalmBox(
      score: score, xMin: xMin, yMin: yMin, width: boxWidth, height: boxHeight,
      wrist: Self.keypoint(Palm.wristKeypoint, of: values, anchor: anchor),
      middleKnuckle: Self.keypoint(Palm.middleKnuckleKeypoint, of: values, anchor: anchor))
  }

  /// The sigmoid of a clamped logit.
  package static func score(logit: Float) -> Float {
    let limit = ModelConstants.Palm.logitLimit
    let clamped = logit < -limit ? -limit : (logit > limit ? limit : logit)
    return 1 / (1 + CorrectlyRounded.exponential(-clamped))
  }

  private static func keypoint(_ index: Int, of values: UnsafeBufferPointer<Float>, anchor: PalmPoint) -> PalmPoint {
    PalmPoint(
      x: values[4 + 2 * index] / ModelConstants.Palm.boxScale + anchor.x,
      y: values[5 + 2 * index] / ModelConstants.Palm.boxScale + anchor.y)
  }
}

/// The centers of the palm detector's anchors, normalized to its input.
///
/// The 24×24 grid comes first. Within a grid: rows, then columns, then the anchors of the cell, which are identical
/// (their width and height are 1).
package struct SSDAnchors: Sendable {
  /// Anchor centers, one per box of the detector's output.
  package let centers: [PalmPoint]

  /// The anchors of grids with `anchorsPerCell` anchors in each of `side`² cells.
  package init(grids: [(side: Int, anchorsPerCell: Int)] = ModelConstants.Palm.grids) {
    var centers: [PalmPoint] = []
    for grid in grids {
      for y in 0..<grid.side {
        for x in 0..<grid.side {
          let center = PalmPoint(
            x: Float((Double(x) + 0.5) / Double(grid.side)), y: Float((Double(y) + 0.5) / Double(grid.side)))
          for _ in 0..<grid.anchorsPerCell { centers.append(center) }
        }
      }
    }
    self.centers = centers
  }
}
