import HandTracking
import TestSupport
import Testing
import VisionTasks

/// The steps from the palm detector's outputs to palms in the picture, with the numbers of the worked examples.
@Suite struct PalmDetectionTests {
  private static let layout = ModelConstants.Palm.layout

  /// Decodes outputs whose logits are all −100 except for those of an example.
  private func decoded(_ example: PipelineExample) -> [KeypointBox] {
    var values = [Float](repeating: 0, count: 2016 * 18)
    var logits = [Float](repeating: -100, count: 2016)
    for box in example.rawBoxes {
      logits[box.anchor] = box.logit
      values.replaceSubrange(box.anchor * 18..<box.anchor * 18 + box.values.count, with: box.values)
    }
    var decoded: [KeypointBox] = []
    values.withUnsafeBufferPointer { values in
      logits.withUnsafeBufferPointer { logits in
        BoxDecoding(Self.layout).decode(boxes: values, logits: logits, threshold: 0.5, into: &decoded)
      }
    }
    return decoded
  }

  @Test(arguments: PipelineExample.all)
  func `anchors lie where they are said to`(example: PipelineExample) {
    for box in example.rawBoxes {
      #expect(isClose(Self.layout.anchors[box.anchor].x, box.center.x, within: printedDigits))
      #expect(isClose(Self.layout.anchors[box.anchor].y, box.center.y, within: printedDigits))
    }
  }

  @Test(arguments: PipelineExample.all)
  func `the best raw box has the palm's score`(example: PipelineExample) {
    let decoded = decoded(example)
    #expect(decoded.count == example.rawBoxes.count)
    for palm in example.palms {
      #expect(decoded.contains { isClose($0.score, palm.blended.score, within: printedDigits) })
    }
  }

  @Test(arguments: PipelineExample.all)
  func `raw boxes blend into palms, which go back from the letterbox to the picture`(example: PipelineExample) {
    var suppression = NonMaximumSuppression(overlap: ModelConstants.Palm.suppressionOverlap)
    var blended: [KeypointBox] = []
    suppression.suppress(decoded(example), into: &blended)
    let map = RegionToImageMap(
      centerX: example.letterbox[0], centerY: example.letterbox[1], width: example.letterbox[2],
      height: example.letterbox[3], rotation: 0, imageWidth: example.width, imageHeight: example.height)
    #expect(blended.count == example.palms.count)
    for (found, palm) in zip(blended, example.palms) {
      #expect(isClose(PalmBox(found), palm.blended, within: printedDigits))
      let inImage = PalmBox(map(found, keypointCount: Self.layout.keypointCount))
      #expect(isClose(inImage, palm.inImage, within: 2 * printedDigits))
    }
  }
}
