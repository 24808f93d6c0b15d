import PixelImaging
import TestSupport
import Testing
import VisionTasks

@Suite struct RegionTurnTests {
  /// The whole of a picture of 120×90, rotated.
  private func turned(_ degrees: Int) -> ImageRegion {
    ImageRegion.full.turned(clockwiseDegrees: degrees, imageWidth: 120, imageHeight: 90)
  }

  @Test func `an upright picture is seen whole`() {
    #expect(turned(0) == ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))
  }

  @Test func `a quarter turn swaps the sides`() {
    let expected = ImageRegion(centerX: 0.5, centerY: 0.5, width: 0.75, height: 1.333333, rotation: -1.570796)
    #expect(isClose(turned(90), expected, within: printedDigits))
  }

  @Test func `turns beyond a circle and backwards are taken as they are`() {
    let quarter = turned(90)
    for same in [turned(450), turned(-270)] {
      #expect((same.width, same.height) == (quarter.width, quarter.height))
      #expect(isClose(CorrectlyRounded.wrapped(same.rotation), quarter.rotation, within: 1e-6))
    }
    #expect(isClose(turned(-270).rotation, Float(1.5 * Double.pi), within: 5e-7))
  }

  @Test func `a part of a picture keeps its middle and its pixels`() {
    let part = ImageRegion(centerX: 0.25, centerY: 0.5, width: 0.1, height: 0.4, rotation: 0.5)
    let turned = part.turned(clockwiseDegrees: 90, imageWidth: 120, imageHeight: 90)
    // 12×36 pixels become 36×12.
    let expected = ImageRegion(centerX: 0.25, centerY: 0.5, width: 0.3, height: 12 / 90, rotation: 0.5 - .pi / 2)
    #expect(isClose(turned, expected, within: 1e-6))
  }

  @Test func `a turned region contains what is in it and nothing else`() {
    // 40×20 pixels around (60, 45), rotated by 90°: 20×40 on screen.
    let region = ImageRegion(centerX: 0.5, centerY: 0.5, width: 40 / 120, height: 20 / 90, rotation: .pi / 2)
    func contains(x: Float, y: Float) -> Bool {
      region.contains(x: x / 120, y: y / 90, imageWidth: 120, imageHeight: 90)
    }
    #expect(contains(x: 60, y: 45))
    #expect(contains(x: 51, y: 64))
    #expect(!contains(x: 49, y: 45))
    #expect(!contains(x: 60, y: 66))
  }
}
