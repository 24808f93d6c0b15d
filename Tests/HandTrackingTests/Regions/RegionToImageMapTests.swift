import HandTracking
import TestSupport
import Testing

@Suite struct RegionToImageMapTests {
  private let unitBox = PalmBox(
    score: 0.5, xMin: 0, yMin: 0, width: 1, height: 0.5, wrist: PalmPoint(x: 0, y: 0),
    middleKnuckle: PalmPoint(x: 1, y: 0.5))

  @Test func `the whole picture maps to itself`() {
    let map = RegionToImageMap(
      centerX: 50, centerY: 25, width: 100, height: 50, rotation: 0, imageWidth: 100, imageHeight: 50)
    #expect(map(PalmPoint(x: 0.25, y: 0.75)) == PalmPoint(x: 0.25, y: 0.75))
    #expect(map(unitBox) == unitBox)
  }

  @Test func `a quarter turn of the region turns the box and its points`() {
    let map = RegionToImageMap(
      centerX: 50, centerY: 50, width: 100, height: 100, rotation: Float(Double.pi / 2), imageWidth: 100,
      imageHeight: 100)
    let turned = PalmBox(
      score: 0.5, xMin: 0.5, yMin: 0, width: 0.5, height: 1, wrist: PalmPoint(x: 1, y: 0),
      middleKnuckle: PalmPoint(x: 0.5, y: 1))
    #expect(isClose(map(unitBox), turned, within: printedDigits))
  }

  @Test(arguments: PipelineExample.all)
  func `letterboxed palms of the worked examples go back to the picture`(example: PipelineExample) {
    let map = RegionToImageMap(
      centerX: example.letterbox[0], centerY: example.letterbox[1], width: example.letterbox[2],
      height: example.letterbox[3], rotation: 0, imageWidth: example.width, imageHeight: example.height)
    for palm in example.palms {
      #expect(isClose(map(palm.blended), palm.inImage, within: printedDigits))
    }
  }
}
