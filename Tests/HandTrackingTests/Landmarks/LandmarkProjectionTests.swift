import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct LandmarkProjectionTests {
  @Test func `the middle of the crop is the middle of the region`() {
    let region = ImageRegion(centerX: 0.25, centerY: 0.75, width: 0.5, height: 0.5, rotation: 1)
    let landmark = LandmarkProjection(region: region, cropWidth: 224, cropHeight: 224, depthDivisor: 0.4)
      .landmark(x: 112, y: 112, z: 0)
    #expect(landmark == NormalizedLandmark(x: 0.25, y: 0.75, z: 0))
  }

  @Test func `depth is in widths of the picture`() {
    let region = ImageRegion(centerX: 0, centerY: 0, width: 0.5, height: 0.5, rotation: 0)
    let landmark = LandmarkProjection(region: region, cropWidth: 224, cropHeight: 224, depthDivisor: 0.4)
      .landmark(x: 0, y: 0, z: 22.4)
    #expect(isClose(landmark.z, 0.125, within: printedDigits))
  }

  @Test func `world landmarks turn with the region`() {
    let region = ImageRegion(centerX: 0.5, centerY: 0.5, width: 3, height: 3, rotation: Float(Double.pi / 2))
    let landmark = LandmarkProjection(region: region, cropWidth: 224, cropHeight: 224, depthDivisor: 0.4)
      .worldLandmark(x: 0.1, y: 0.02, z: 0.3)
    #expect(isClose(landmark.x, -0.02, within: printedDigits))
    #expect(isClose(landmark.y, 0.1, within: printedDigits))
    #expect(landmark.z == 0.3)
  }

  @Test func `landmarks have no visibility and no presence`() {
    let projection = LandmarkProjection(region: .full, cropWidth: 224, cropHeight: 224, depthDivisor: 0.4)
    #expect(projection.landmark(x: 1, y: 2, z: 3).visibility == nil)
    #expect(projection.worldLandmark(x: 1, y: 2, z: 3).presence == nil)
  }

  @Test(arguments: PipelineExample.all)
  func `raw landmarks of the worked examples go where MediaPipe puts them`(example: PipelineExample) {
    for (palm, hand) in zip(example.palms, example.hands) {
      let projection = LandmarkProjection(region: palm.handRegion, cropWidth: 224, cropHeight: 224, depthDivisor: 0.4)
      for raw in hand.rawLandmarks {
        let landmark = projection.landmark(x: raw.x, y: raw.y, z: raw.z)
        #expect(isClose(landmark.x, hand.landmarks[raw.index].x, within: printedDigits))
        #expect(isClose(landmark.y, hand.landmarks[raw.index].y, within: printedDigits))
        #expect(isClose(landmark.z, hand.landmarks[raw.index].z, within: printedDigits))
      }
    }
  }
}
