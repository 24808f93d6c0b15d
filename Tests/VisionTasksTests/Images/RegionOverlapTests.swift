import PixelImaging
import TestSupport
import Testing
import VisionTasks

@Suite struct RegionOverlapTests {
  private let region = ImageRegion(centerX: 0.5, centerY: 0.5, width: 0.4, height: 0.3)

  @Test func `the overlap of regions does not depend on their rotation`() {
    var other = ImageRegion(centerX: 0.6, centerY: 0.55, width: 0.4, height: 0.3, rotation: 1)
    #expect(isClose(region.uprightIntersectionOverUnion(other), 0.4545453, within: printedDigits))
    other.rotation = -2
    #expect(isClose(other.uprightIntersectionOverUnion(region), 0.4545453, within: printedDigits))
  }

  @Test func `a region overlaps itself wholly`() {
    #expect(isClose(region.uprightIntersectionOverUnion(region), 1, within: printedDigits))
  }

  @Test func `regions apart do not overlap`() {
    let beside = ImageRegion(centerX: 0.95, centerY: 0.5, width: 0.4, height: 0.3)
    #expect(region.uprightIntersectionOverUnion(beside) == 0)
  }

  @Test func `regions without area do not overlap`() {
    let point = ImageRegion(centerX: 0.5, centerY: 0.5, width: 0, height: 0)
    #expect(point.uprightIntersectionOverUnion(point) == 0)
  }

  @Test func `an undefined region overlaps nothing`() {
    let undefined = ImageRegion(centerX: .nan, centerY: 0.5, width: 0.4, height: 0.3)
    #expect(!(region.uprightIntersectionOverUnion(undefined) > 0))
  }
}
