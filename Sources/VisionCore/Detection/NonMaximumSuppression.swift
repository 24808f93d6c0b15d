/// Blends boxes of the same object into one: weighted non-maximum suppression.
///
/// The best box collects every box that overlaps it by more than the threshold. The result has the best box's score;
/// its edges and keypoints are the means of those of the collected boxes, weighted by their scores. Reuses its memory
/// between calls.
package struct NonMaximumSuppression {
  private let overlap: Float
  private var remaining: [KeypointBox] = []
  private var rest: [KeypointBox] = []

  /// A suppression that merges boxes with an intersection over union larger than `overlap`.
  package init(overlap: Float) {
    self.overlap = overlap
  }

  /// Puts the blended boxes into `blended`, by descending score.
  ///
  /// - Edge cases: a box without area overlaps nothing, not even itself; it is emitted unchanged and ends the search.
  /// - Complexity: O(boxes × results).
  package mutating func suppress(_ boxes: [KeypointBox], into blended: inout [KeypointBox]) {
    remaining.removeAll(keepingCapacity: true)
    remaining.append(contentsOf: boxes)
    sortRemaining()
    blended.removeAll(keepingCapacity: true)
    while let best = remaining.first {
      rest.removeAll(keepingCapacity: true)
      var sum = WeightedSum()
      for box in remaining {
        if box.intersectionOverUnion(best) > overlap {
          sum.add(box)
        } else {
          rest.append(box)
        }
      }
      blended.append(sum.isEmpty ? best : sum.mean(score: best.score))
      if rest.count == remaining.count {
        break
      }
      swap(&remaining, &rest)
    }
  }

  /// Sorts by descending score; equal scores keep the order of the anchors.
  ///
  /// Merges sorted runs of doubling length. The standard library's sort would allocate for more than a few boxes.
  private mutating func sortRemaining() {
    let count = remaining.count
    var length = 1
    while length < count {
      rest.removeAll(keepingCapacity: true)
      for start in stride(from: 0, to: count, by: 2 * length) {
        let (middle, end) = (min(start + length, count), min(start + 2 * length, count))
        var (left, right) = (start, middle)
        while left < middle || right < end {
          if right == end || (left < middle && remaining[left].score >= remaining[right].score) {
            rest.append(remaining[left])
            left += 1
          } else {
            rest.append(remaining[right])
            right += 1
          }
        }
      }
      swap(&remaining, &rest)
      length *= 2
    }
  }
}

/// Sums of edges and keypoints, each weighted by its box's score.
private struct WeightedSum {
  private var total: Float = 0
  private var xMin: Float = 0
  private var yMin: Float = 0
  private var xMax: Float = 0
  private var yMax: Float = 0
  private var keypoints = SIMD16<Float>.zero
  private(set) var isEmpty = true

  mutating func add(_ box: KeypointBox) {
    isEmpty = false
    total += box.score
    xMin += box.xMin * box.score
    yMin += box.yMin * box.score
    xMax += box.xMax * box.score
    yMax += box.yMax * box.score
    keypoints += box.keypoints * box.score
  }

  func mean(score: Float) -> KeypointBox {
    let left = xMin / total
    let top = yMin / total
    return KeypointBox(
      score: score, xMin: left, yMin: top, width: xMax / total - left, height: yMax / total - top,
      keypoints: keypoints / total)
  }
}
