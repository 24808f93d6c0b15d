import HandTracking
import TestSupport
import Testing

@Suite struct SSDAnchorsTests {
  private let centers = SSDAnchors().centers

  @Test func `there are 2016 anchors`() {
    #expect(centers.count == 2016)
    #expect(centers.count == ModelConstants.Palm.boxCount)
  }

  @Test func `the first anchor is in the first cell of the fine grid`() {
    #expect(centers.first == PalmPoint(x: Float(0.5 / 24.0), y: Float(0.5 / 24.0)))
  }

  @Test func `the last anchor is in the last cell of the coarse grid`() {
    #expect(centers.last == PalmPoint(x: Float(11.5 / 12.0), y: Float(11.5 / 12.0)))
  }

  @Test func `cells follow each other by row, two anchors each, then six each`() {
    #expect(centers[1] == centers[0])
    #expect(centers[2] == PalmPoint(x: Float(1.5 / 24.0), y: Float(0.5 / 24.0)))
    #expect(centers[48] == PalmPoint(x: Float(0.5 / 24.0), y: Float(1.5 / 24.0)))
    #expect(centers[1151] == PalmPoint(x: Float(23.5 / 24.0), y: Float(23.5 / 24.0)))
    for anchor in 1152..<1158 {
      #expect(centers[anchor] == PalmPoint(x: Float(0.5 / 12.0), y: Float(0.5 / 12.0)))
    }
    #expect(centers[1158] == PalmPoint(x: Float(1.5 / 12.0), y: Float(0.5 / 12.0)))
    #expect(centers[1224] == PalmPoint(x: Float(0.5 / 12.0), y: Float(1.5 / 12.0)))
  }

  @Test(arguments: PipelineExample.all)
  func `anchors of the worked examples lie where they are said to`(example: PipelineExample) {
    for box in example.rawBoxes {
      #expect(isClose(centers[box.anchor].x, box.center.x, within: printedDigits))
      #expect(isClose(centers[box.anchor].y, box.center.y, within: printedDigits))
    }
  }
}
