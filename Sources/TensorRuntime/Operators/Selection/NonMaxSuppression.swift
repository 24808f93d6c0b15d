import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Boxes with the highest scores that do not overlap (TFLite `NON_MAX_SUPPRESSION_V4`).
///
/// - Inputs: boxes `[count, 4]` by two opposite corners, y first; their scores `[count]`; the maximum number of
///   results, an int32 constant; the overlap, as intersection over union, from which on a box is left out; the score
///   that a box must exceed.
/// - Outputs: int32 indices of the boxes, zeros after the last one; their number.
/// - Edge cases: the earlier of equal scores comes first.
struct NonMaxSuppression: OptionlessOperator, SuppressionOperator {
  static let tfliteName = "NON_MAX_SUPPRESSION_V4"
  static let builtinCode = 120
  static let isSoft = false
}

/// The same with scores (TFLite `NON_MAX_SUPPRESSION_V5`): with a sixth input above zero, the score of a box that
/// overlaps a chosen one becomes less, by a Gaussian function of that width (Soft-NMS, Bodla and others, 2017).
///
/// - Outputs: indices, scores, zeros after the last one; their number.
struct SoftNonMaxSuppression: OptionlessOperator, SuppressionOperator {
  static let tfliteName = "NON_MAX_SUPPRESSION_V5"
  static let builtinCode = 121
  static let isSoft = true
}

protocol SuppressionOperator: NodeOperation {
  static var isSoft: Bool { get }
}

extension SuppressionOperator {
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let scalars = Self.isSoft ? 3...5 : 3...4
    try inputs.expectCount(scalars.upperBound + 1...scalars.upperBound + 1)
    let boxes = try inputs.type(0, rank: 2...2).shape
    guard boxes[1] == 4 else { throw .inputShape(input: 0, expected: "[count, 4]", found: boxes) }
    let scores = try inputs.type(1, rank: 1...1).shape
    guard scores[0] == boxes[0] else { throw .inputShape(input: 1, expected: "[\(boxes[0])]", found: scores) }
    for input in scalars { _ = try inputs.type(input, rank: 0...0) }
    _ = try inputs.type(2, of: [.int32], rank: 0...0)
    let limit = try inputs.integers(2)[0]
    guard limit >= 0 else { throw .value(name: "max_output_size", limit) }
    let results = [try TensorType(.int32, [limit])] + (Self.isSoft ? [try TensorType(.float32, [limit])] : [])
    let count = boxes[0], suppression = Suppression(count: count, limit: limit, isSoft: Self.isSoft)
    let prepared = UndividedWork(scratchByteCount: suppression.scratchByteCount) { suppression.run($0) }
    // Each box may be compared with each result.
    let sorting = Int.bitWidth - count.leadingZeroBitCount
    let work = saturatingProduct(count, min(limit, count) + 2 * sorting)
    return KeptInference(
      OperationBox(self), outputs: results + [.scalar(.int32)], repeatedWork: work, prepared: prepared)
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 2 }
}

/// A heap of candidates in scratch, with the best on top.
private struct Suppression: Sendable {
  let count: Int, limit: Int
  let isSoft: Bool

  private struct Candidate {
    var score: Float
    var box: Int32
    /// The results that the box has been compared with.
    var compared: Int32

    func comes(before other: Candidate) -> Bool {
      score > other.score || (score == other.score && box < other.box)
    }
  }

  var scratchByteCount: Int { count * MemoryLayout<Candidate>.stride }

  func run(_ io: OperatorIO) {
    let boxes = io.input(0, as: SIMD4<Float>.self), scores = io.input(1)
    let (overlapLimit, scoreLimit) = (io.input(3)[0], io.input(4)[0])
    let sigma = isSoft ? io.input(5)[0] : 0
    let indices = io.output(0, as: Int32.self)
    indices.update(repeating: 0, count: limit)
    if isSoft { io.output(1).update(repeating: 0, count: limit) }
    let heap = io.scratchBytes.assumingMemoryBound(to: Candidate.self)
    var left = 0, found = 0
    for box in 0..<count where scores[box] > scoreLimit {
      heap[left] = Candidate(score: scores[box], box: Int32(truncatingIfNeeded: box), compared: 0)
      left += 1
    }
    for place in (0..<left / 2).reversed() { sink(heap, place, left) }
    while found < limit, left > 0 {
      var best = heap[0]
      let score = best.score
      var overlaps = false
      // The last results are the most similar.
      for result in stride(from: found - 1, through: Int(best.compared), by: -1) {
        let overlap = BoxSuppression.overlap(ordered(boxes[Int(best.box)]), ordered(boxes[Int(indices[result])]))
        overlaps = overlap >= overlapLimit
        if sigma > 0, !overlaps { best.score *= expf(-0.5 / sigma * overlap * overlap) }
        if overlaps || best.score <= scoreLimit { break }
      }
      best.compared = Int32(truncatingIfNeeded: found)
      if !overlaps, best.score == score {
        indices[found] = best.box
        if isSoft { io.output(1)[found] = score }
        found += 1
      } else if !overlaps, best.score > scoreLimit {
        // It may no longer be the best.
        heap[0] = best
        sink(heap, 0, left)
        continue
      }
      left -= 1
      heap[0] = heap[left]
      sink(heap, 0, left)
    }
    io.output(isSoft ? 2 : 1, as: Int32.self)[0] = Int32(truncatingIfNeeded: found)
  }

  private func sink(_ heap: UnsafeMutablePointer<Candidate>, _ start: Int, _ count: Int) {
    var place = start
    while true {
      var best = place
      for child in 2 * place + 1..<min(2 * place + 3, max(count, 2 * place + 1))
      where heap[child].comes(before: heap[best]) { best = child }
      guard best != place else { return }
      (heap[place], heap[best]) = (heap[best], heap[place])
      place = best
    }
  }

  /// A box by its top left and bottom right corners.
  private func ordered(_ box: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(lowHalf: pointwiseMin(box.lowHalf, box.highHalf), highHalf: pointwiseMax(box.lowHalf, box.highHalf))
  }
}
