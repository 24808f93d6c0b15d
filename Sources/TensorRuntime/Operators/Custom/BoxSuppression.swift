/// Non-maximum suppression: of overlapping boxes, only the one with the highest score remains.
///
/// Fast: suppresses once, by the best score of each box; a detection has its box's best classes. Regular: suppresses
/// per class, and keeps the highest scores of all classes.
///
/// Equal scores keep their order. Allocates nothing.
struct BoxSuppression: Sendable {
  /// Maximum detections, and classes for each in the fast form.
  let detectionCount: Int, classesPerDetection: Int
  /// Maximum detections of a class in the regular form.
  let detectionsPerClass: Int
  let isRegular: Bool
  /// Without the background.
  let classCount: Int
  /// Boxes with a lower score are dropped; a larger intersection over union suppresses a box.
  let scoreThreshold: Float, overlapThreshold: Float

  struct Results {
    let boxes: UnsafeMutablePointer<Float>, classes: UnsafeMutablePointer<Float>
    let scores: UnsafeMutablePointer<Float>, count: UnsafeMutablePointer<Float>
  }

  /// A detection of the regular form.
  private struct Detection {
    var score: Float
    var box: Int32, category: Int32
  }

  /// Boxes of the result; a detection's classes are adjacent.
  var resultCount: Int { detectionCount * classesPerDetection }

  /// Comparisons of boxes and scores.
  func work(boxCount: Int) -> Int {
    let chosen = min(isRegular ? detectionsPerClass : detectionCount, boxCount)
    let sorting = Int.bitWidth - boxCount.leadingZeroBitCount
    let each = boxCount * (chosen + sorting)
    return isRegular
      ? classCount * (each + chosen * detectionCount) : each + boxCount * classCount + resultCount * classCount
  }

  /// For scores, box indices (twice, for sorting) and marks; and the detections of the regular form.
  func scratchByteCount(boxCount: Int) -> Int {
    boxCount * 16 + (detectionCount + min(detectionsPerClass, boxCount)) * MemoryLayout<Detection>.stride
  }

  /// Writes the detections.
  ///
  /// - Parameters:
  ///   - boxes: top, left, bottom, right of each of `count` boxes.
  ///   - scores: the first class of the first box; boxes are `scoreStep` apart.
  ///   - scratch: ``scratchByteCount(boxCount:)`` bytes.
  func run(
    _ boxes: UnsafePointer<SIMD4<Float>>, count: Int, scores: UnsafePointer<Float>, scoreStep: Int,
    scratch: UnsafeMutableRawPointer, _ results: Results
  ) {
    results.boxes.update(repeating: 0, count: resultCount * 4)
    results.classes.update(repeating: 0, count: resultCount)
    results.scores.update(repeating: 0, count: resultCount)
    let best = scratch.assumingMemoryBound(to: Float.self)
    let order = (scratch + count * 4).assumingMemoryBound(to: Int32.self)
    let detections = (scratch + count * 16).assumingMemoryBound(to: Detection.self)
    var found = 0
    if isRegular {
      for category in 0..<classCount {
        for box in 0..<count { best[box] = scores[box * scoreStep + category] }
        let chosen = choose(boxes, count, best, order, limit: detectionsPerClass)
        for place in 0..<chosen {
          let box = order[place]
          insert(Detection(score: best[Int(box)], box: box, category: Int32(category)), detections, &found)
        }
      }
      for place in 0..<found {
        let detection = detections[place]
        write(detection.score, detection.category, boxes[Int(detection.box)], at: place, results)
      }
    } else {
      for box in 0..<count {
        var score = scores[box * scoreStep]
        for category in 1..<max(classCount, 1) where scores[box * scoreStep + category] > score {
          score = scores[box * scoreStep + category]
        }
        best[box] = score
      }
      found = choose(boxes, count, best, order, limit: detectionCount)
      for place in 0..<found {
        let box = Int(order[place])
        writeClasses(scores + box * scoreStep, boxes[box], at: place * classesPerDetection, results)
      }
    }
    results.count[0] = Float(found)
  }

  /// Writes a box's classes by descending score; equal scores in order of index.
  private func writeClasses(
    _ scores: UnsafePointer<Float>, _ box: SIMD4<Float>, at place: Int, _ results: Results
  ) {
    var last = -1
    for next in 0..<min(classesPerDetection, classCount) {
      var chosen = -1
      for category in 0..<classCount where category != last {
        let isLeft =
          last < 0 || scores[category] < scores[last] || (scores[category] == scores[last] && category > last)
        if isLeft, chosen < 0 || scores[category] > scores[chosen] { chosen = category }
      }
      // NaN scores have no order.
      guard chosen >= 0 else { return }
      write(scores[chosen], Int32(chosen), box, at: place + next, results)
      last = chosen
    }
  }

  private func write(_ score: Float, _ category: Int32, _ box: SIMD4<Float>, at place: Int, _ results: Results) {
    for side in 0..<4 { results.boxes[place * 4 + side] = box[side] }
    results.classes[place] = Float(category)
    results.scores[place] = score
  }

  /// Inserts by descending score, after equal ones.
  private func insert(_ detection: Detection, _ detections: UnsafeMutablePointer<Detection>, _ count: inout Int) {
    if count == detectionCount {
      guard detection.score > detections[count - 1].score else { return }
      count -= 1
    }
    var place = count
    while place > 0, detection.score > detections[place - 1].score {
      detections[place] = detections[place - 1]
      place -= 1
    }
    detections[place] = detection
    count += 1
  }

  // MARK: Suppression

  /// Chooses boxes by descending score; returns their number, with their indices first in `order`, which has room for
  /// all indices twice, and for marks.
  private func choose(
    _ boxes: UnsafePointer<SIMD4<Float>>, _ count: Int, _ scores: UnsafePointer<Float>,
    _ order: UnsafeMutablePointer<Int32>, limit: Int
  ) -> Int {
    var candidates = 0
    for box in 0..<count where scores[box] >= scoreThreshold {
      order[candidates] = Int32(truncatingIfNeeded: box)
      candidates += 1
    }
    sort(order, candidates, scores, order + count)
    var chosen = 0
    // Candidates that overlap a chosen one are dropped; chosen ones move to the front.
    while chosen < min(limit, candidates) {
      let box = boxes[Int(order[chosen])]
      chosen += 1
      var kept = chosen
      for place in chosen..<candidates where !(Self.overlap(box, boxes[Int(order[place])]) > overlapThreshold) {
        order[kept] = order[place]
        kept += 1
      }
      candidates = kept
    }
    return chosen
  }

  /// A stable merge sort of indices by descending score.
  private func sort(
    _ order: UnsafeMutablePointer<Int32>, _ count: Int, _ scores: UnsafePointer<Float>,
    _ other: UnsafeMutablePointer<Int32>
  ) {
    var length = 1
    while length < count {
      var start = 0
      while start < count {
        let middle = min(start + length, count), end = min(start + 2 * length, count)
        var (left, right) = (start, middle)
        for place in start..<end {
          let takesLeft = left < middle && !(right < end && scores[Int(order[right])] > scores[Int(order[left])])
          other[place] = takesLeft ? order[left] : order[right]
          if takesLeft { left += 1 } else { right += 1 }
        }
        start = end
      }
      order.update(from: other, count: count)
      length *= 2
    }
  }

  /// Intersection over union of boxes (top, left, bottom, right); 0 if one is empty.
  static func overlap(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let (areaA, areaB) = ((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    if areaA <= 0 || areaB <= 0 { return 0 }
    let height = max(min(a[2], b[2]) - max(a[0], b[0]), 0), width = max(min(a[3], b[3]) - max(a[1], b[1]), 0)
    return height * width / (areaA + areaB - height * width)
  }
}
