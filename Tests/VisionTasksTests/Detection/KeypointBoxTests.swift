import Testing
import VisionTasks

@Suite struct KeypointBoxTests {
  private func box(_ xMin: Float, _ yMin: Float, _ width: Float, _ height: Float) -> KeypointBox {
    KeypointBox(score: 1, xMin: xMin, yMin: yMin, width: width, height: height)
  }

  @Test func `a box overlaps itself wholly`() {
    #expect(box(1, 2, 3, 4).intersectionOverUnion(box(1, 2, 3, 4)) == 1)
  }

  @Test func `boxes apart do not overlap`() {
    #expect(box(0, 0, 1, 1).intersectionOverUnion(box(2, 0, 1, 1)) == 0)
    #expect(box(0, 0, 1, 1).intersectionOverUnion(box(0, 2, 1, 1)) == 0)
    #expect(box(0, 0, 1, 1).intersectionOverUnion(box(1, 0, 1, 1)) == 0)
  }

  @Test func `the overlap is the common area over the whole area`() {
    #expect(box(0, 0, 2, 2).intersectionOverUnion(box(1, 1, 2, 2)) == Float(1) / 7)
    #expect(box(1, 1, 2, 2).intersectionOverUnion(box(0, 0, 2, 2)) == Float(1) / 7)
  }

  @Test func `boxes without area do not overlap`() {
    #expect(box(0, 0, 0, 0).intersectionOverUnion(box(0, 0, 0, 0)) == 0)
    #expect(box(1, 1, 0, 5).intersectionOverUnion(box(1, 1, 0, 5)) == 0)
  }

  @Test func `a keypoint is where it was put, and its neighbors stay`() {
    var box = box(0, 0, 1, 1)
    box[keypoint: 1] = SIMD2(3, 4)
    box[keypoint: 7] = SIMD2(5, 6)
    #expect((0..<8).map { box[keypoint: $0] } == [.zero, SIMD2(3, 4), .zero, .zero, .zero, .zero, .zero, SIMD2(5, 6)])
  }
}
