import PixelImaging
import TestSupport
import Testing
import VisionTasks

@Suite struct RegionTransformTests {
  @Test func `an upright region moves straight up`() {
    let region = ImageRegion(centerX: 0.5, centerY: 0.4, width: 0.2, height: 0.3, rotation: 0)
    let moved = region.transformed(scale: 2.6, shift: -0.5, imageWidth: 640, imageHeight: 480)
    let expected = ImageRegion(centerX: 0.5, centerY: 0.25, width: 0.585, height: 0.78, rotation: 0)
    #expect(isClose(moved, expected, within: printedDigits))
  }

  @Test func `a rotated region moves along its own axis`() {
    let region = ImageRegion(centerX: 0.5, centerY: 0.4, width: 0.2, height: 0.3, rotation: 0.7)
    let moved = region.transformed(scale: 2.6, shift: -0.5, imageWidth: 640, imageHeight: 480)
    let expected = ImageRegion(centerX: 0.5724745, centerY: 0.2852737, width: 0.585, height: 0.78, rotation: 0.7)
    #expect(isClose(moved, expected, within: printedDigits))
  }

  @Test func `the longer side in pixels makes the square`() {
    let region = ImageRegion(centerX: 0.3, centerY: 0.6, width: 0.25, height: 0.125, rotation: -2.5)
    let moved = region.transformed(scale: 2, shift: -0.1, imageWidth: 384, imageHeight: 512)
    let expected = ImageRegion(centerX: 0.2900255, centerY: 0.6100143, width: 0.5, height: 0.375, rotation: -2.5)
    #expect(isClose(moved, expected, within: printedDigits))
  }

  @Test func `only a region without both sides is empty`() {
    #expect(ImageRegion(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0).isEmpty)
    #expect(!ImageRegion(centerX: 0, centerY: 0, width: 0, height: 1, rotation: 0).isEmpty)
    #expect(!ImageRegion(centerX: 0, centerY: 0, width: .nan, height: 0, rotation: 0).isEmpty)
  }
}
