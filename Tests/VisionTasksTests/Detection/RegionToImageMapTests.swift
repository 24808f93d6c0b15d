import TestSupport
import Testing
import VisionTasks

@Suite struct RegionToImageMapTests {
  private func box(
    _ xMin: Float, _ yMin: Float, _ width: Float, _ height: Float, keypoints: SIMD4<Float>
  ) -> KeypointBox {
    KeypointBox(
      score: 0.5, xMin: xMin, yMin: yMin, width: width, height: height,
      keypoints: SIMD16(lowHalf: SIMD8(lowHalf: keypoints, highHalf: .zero), highHalf: .zero))
  }

  @Test func `the whole picture maps to itself`() {
    let map = RegionToImageMap(
      centerX: 50, centerY: 25, width: 100, height: 50, rotation: 0, imageWidth: 100, imageHeight: 50)
    #expect(map(SIMD2(0.25, 0.75)) == SIMD2(0.25, 0.75))
    let box = box(0, 0, 1, 0.5, keypoints: SIMD4(0, 0, 1, 0.5))
    #expect(map(box, keypointCount: 2) == box)
  }

  @Test func `a quarter turn of the region turns the box and its points`() {
    let map = RegionToImageMap(
      centerX: 50, centerY: 50, width: 100, height: 100, rotation: Float(Double.pi / 2), imageWidth: 100,
      imageHeight: 100)
    let turned = map(box(0, 0, 1, 0.5, keypoints: SIMD4(0, 0, 1, 0.5)), keypointCount: 2)
    let expected = box(0.5, 0, 0.5, 1, keypoints: SIMD4(1, 0, 0.5, 1))
    for (found, expected) in zip(numbers(of: turned), numbers(of: expected)) {
      #expect(isClose(found, expected, within: printedDigits))
    }
  }

  private func numbers(of box: KeypointBox) -> [Float] {
    [box.score, box.xMin, box.yMin, box.width, box.height] + box.keypoints.indices.map { box.keypoints[$0] }
  }
}
