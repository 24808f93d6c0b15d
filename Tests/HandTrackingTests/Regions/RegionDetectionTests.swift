import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct RegionDetectionTests {
  @Test func `an upright palm is turned by 90 radians less a right angle`() {
    let palm = PalmBox(
      score: 1, xMin: 0.25, yMin: 0.5, width: 0.5, height: 0.25, wrist: PalmPoint(x: 0.5, y: 0.75),
      middleKnuckle: PalmPoint(x: 0.5, y: 0.5))
    let region = ImageRegion(palm: palm, imageWidth: 100, imageHeight: 100)
    let expected = ImageRegion(
      centerX: 0.5, centerY: 0.625, width: 0.5, height: 0.25, rotation: 2.0354056 - Float(Double.pi / 2))
    #expect(isClose(region, expected, within: printedAngle))
  }

  @Test(arguments: PipelineExample.all)
  func `palms of the worked examples give their hands' regions`(example: PipelineExample) {
    for palm in example.palms {
      let region = ImageRegion(palm: palm.inImage, imageWidth: example.width, imageHeight: example.height)
      #expect(isClose(region, palm.palmRegion, within: printedAngle))
      let hand = ImageRegion(handOf: palm.inImage, imageWidth: example.width, imageHeight: example.height)
      #expect(isClose(hand, palm.handRegion, within: printedAngle))
      let moved = palm.palmRegion.transformed(
        scale: 2.6, shift: -0.5, imageWidth: example.width, imageHeight: example.height)
      #expect(isClose(moved, palm.handRegion, within: printedDigits))
    }
  }
}
