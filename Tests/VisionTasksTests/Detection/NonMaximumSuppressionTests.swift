import TestSupport
import Testing
import VisionTasks

@Suite struct NonMaximumSuppressionTests {
  private func suppressed(_ boxes: [KeypointBox], overlap: Float = 0.3) -> [KeypointBox] {
    var suppression = NonMaximumSuppression(overlap: overlap)
    var blended: [KeypointBox] = []
    suppression.suppress(boxes, into: &blended)
    return blended
  }

  private func box(_ score: Float, _ xMin: Float, _ yMin: Float, _ width: Float, _ height: Float) -> KeypointBox {
    KeypointBox(
      score: score, xMin: xMin, yMin: yMin, width: width, height: height,
      keypoints: SIMD16(lowHalf: SIMD8(xMin, yMin, 0, 0, xMin + 10, yMin, 0, 0), highHalf: .zero))
  }

  @Test func `nothing in, nothing out`() {
    #expect(suppressed([]).isEmpty)
  }

  @Test func `boxes apart stay, the best first`() {
    let low = box(0.5, 0, 0, 1, 1)
    let high = box(0.75, 5, 5, 1, 1)
    #expect(suppressed([low, high]) == [high, low])
  }

  @Test func `boxes of one object are blended by their scores`() {
    let blended = suppressed([box(0.75, 0, 0, 4, 4), box(0.25, 1, 0, 4, 4)])
    #expect(blended == [box(0.75, 0.25, 0, 4, 4)])
  }

  @Test func `a box that overlaps by the threshold alone stays`() {
    // 2 of 6 columns in common: intersection over union is 1/3.
    let boxes = [box(0.75, 0, 0, 4, 1), box(0.25, 2, 0, 4, 1)]
    #expect(suppressed(boxes, overlap: 1 / 3).count == 2)
    #expect(suppressed(boxes, overlap: 0.33).count == 1)
  }

  @Test func `only the best box collects others`() {
    // The second overlaps the first, the third only the second.
    let blended = suppressed([box(0.75, 0, 0, 4, 1), box(0.5, 1, 0, 4, 1), box(0.25, 3, 0, 4, 1)])
    #expect(blended.map(\.score) == [0.75, 0.25])
  }

  @Test func `a box without area is emitted and ends the search`() {
    let point = box(0.75, 0, 0, 0, 0)
    #expect(suppressed([point, box(0.5, 5, 5, 1, 1)]) == [point])
  }

  @Test func `equal scores keep their order`() {
    let boxes = [box(0.5, 9, 0, 1, 1), box(0.5, 3, 0, 1, 1), box(0.5, 6, 0, 1, 1)]
    #expect(suppressed(boxes) == boxes)
  }

  @Test(arguments: [2, 63, 64, 65, 300])
  func `many boxes come out as a stable sort has them`(count: Int) {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    // Disjoint boxes with few different scores.
    let boxes = (0..<count).map { index in
      box((generator.nextFloat() * 4).rounded() / 16 + 0.5, Float(index) * 2, 0, 1, 1)
    }
    let sorted = boxes.sorted { $0.score > $1.score }
    #expect(suppressed(boxes).map(\.xMin) == sorted.map { $0.xMin * $0.score / $0.score })
  }

  @Test func `results of random boxes do not overlap their betters and suppression repeats itself`() {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<50 {
      let boxes = (0..<40).map { _ in
        box(
          (generator.nextFloat() + 1) / 2, generator.nextFloat(), generator.nextFloat(),
          0.5 + generator.nextFloat() / 4, 0.5 + generator.nextFloat() / 4)
      }
      let first = suppressed(boxes)
      #expect(first.map(\.score) == first.map(\.score).sorted(by: >), "seed \(SeededGenerator.runSeed)")
      #expect(first == suppressed(boxes), "seed \(SeededGenerator.runSeed)")
      #expect(Set(first.map(\.score)).isSubset(of: boxes.map(\.score)), "seed \(SeededGenerator.runSeed)")
    }
  }

  @Test func `suppression of separate boxes is idempotent`() {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    let boxes = (0..<20).map { index in
      box((generator.nextFloat() + 1) / 2, Float(index) * 2, generator.nextFloat(), 1, 1)
    }
    let once = suppressed(boxes)
    #expect(once.count == 20)
    for (a, b) in zip(suppressed(once), once) {
      for (a, b) in [(a.xMin, b.xMin), (a.yMin, b.yMin), (a.width, b.width), (a.height, b.height)] {
        #expect(isClose(a, b, within: 4e-6), "seed \(SeededGenerator.runSeed)")
      }
    }
  }
}
