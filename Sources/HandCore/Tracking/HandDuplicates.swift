import VisionCore

/// Determines whether two hands are one hand found twice.
package struct HandDuplicates: Sendable {
  private let columns: Float
  private let rows: Float

  /// For landmarks in a picture of this size.
  package init(imageWidth: Int, imageHeight: Int) {
    columns = Float(imageWidth)
    rows = Float(imageHeight)
  }

  /// True if at least ten landmarks are closer together than a fifth of the longer palm and the boxes around all
  /// landmarks overlap by more than a fifth.
  package func areSame(_ first: [NormalizedLandmark], _ second: [NormalizedLandmark]) -> Bool {
    let limit = max(palmLength(first), palmLength(second)) * ModelConstants.Duplicates.distancePart
    var near = 0
    for (a, b) in zip(first, second) where distance(a, b) < limit {
      near += 1
    }
    return near >= ModelConstants.Duplicates.landmarkCount
      && overlap(first, second) > ModelConstants.Duplicates.overlap
  }

  private func palmLength(_ hand: [NormalizedLandmark]) -> Float {
    hand.palmLength(scaledBy: SIMD3(columns, rows, 0))
  }

  private func distance(_ a: NormalizedLandmark, _ b: NormalizedLandmark) -> Float {
    let x = (a.x - b.x) * columns
    let y = (a.y - b.y) * rows
    return (x * x + y * y).squareRoot()
  }

  private func overlap(_ first: [NormalizedLandmark], _ second: [NormalizedLandmark]) -> Float {
    let a = LandmarkBounds(first)
    let b = LandmarkBounds(second)
    guard a.area > 0, b.area > 0 else { return 0 }
    let width = max(min(a.xMax, b.xMax) - max(a.xMin, b.xMin), 0)
    let height = max(min(a.yMax, b.yMax) - max(a.yMin, b.yMin), 0)
    let intersection = height * width
    return intersection / (a.area + b.area - intersection)
  }
}
