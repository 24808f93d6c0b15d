import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct RegionLandmarksTests {
  /// The first example's hand, shifted sideways by multiples of the picture's width.
  private func hand(shiftedBy shift: Float) -> [NormalizedLandmark] {
    PipelineExample.fourFingers.hands[0].landmarks.map {
      NormalizedLandmark(x: $0.x + shift, y: $0.y, z: $0.z)
    }
  }

  @Test(arguments: PipelineExample.all)
  func `landmarks of the worked examples give the next frame's regions`(example: PipelineExample) {
    for hand in example.hands {
      let region = ImageRegion(
        followingHandAt: hand.landmarks, imageWidth: example.width, imageHeight: example.height)
      #expect(isClose(region, hand.nextRegion, within: 2e-6))
    }
  }

  @Test func `fingertips and outer finger joints do not matter`() {
    let example = PipelineExample.rock.hands[0]
    var moved = example.landmarks
    for index in [4, 7, 8, 11, 12, 15, 16, 19, 20] {
      moved[index] = NormalizedLandmark(x: 7, y: -7, z: 7)
    }
    #expect(
      ImageRegion(followingHandAt: moved, imageWidth: 384, imageHeight: 683)
        == ImageRegion(followingHandAt: example.landmarks, imageWidth: 384, imageHeight: 683))
  }

  @Test func `a hand right of the picture has the same region there`() {
    let inside = ImageRegion(hullOf: hand(shiftedBy: 0), imageWidth: 384, imageHeight: 512)
    let outside = ImageRegion(hullOf: hand(shiftedBy: 2), imageWidth: 384, imageHeight: 512)
    #expect(isClose(outside.centerX, inside.centerX + 2, within: 2e-6))
    #expect(isClose(outside.width, inside.width, within: 2e-6))
  }

  @Test func `a hand left of the picture has its center drawn toward the edge`() {
    // The maximum starts at the smallest positive float, so that it stays there when every x is negative.
    let inside = ImageRegion(hullOf: hand(shiftedBy: 0), imageWidth: 384, imageHeight: 512)
    let outside = ImageRegion(hullOf: hand(shiftedBy: -2), imageWidth: 384, imageHeight: 512)
    #expect(!isClose(outside.width, inside.width, within: 1e-2))
  }
}
