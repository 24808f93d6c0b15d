import TestSupport
import Testing
import VisionTasks

@Suite struct BoxDecodingTests {
  private static let layout = DetectorLayout(inputSide: 192, strides: [8, 16, 16, 16], keypointCount: 7)

  private struct RawBox {
    var anchor = 0
    var logit: Float = 1
    let values: [Float]
  }

  /// Decodes outputs whose logits are all −100 except for `boxes`.
  private func decode(_ boxes: [RawBox], threshold: Float) -> [KeypointBox] {
    var values = [Float](repeating: 0, count: 2016 * 18)
    var logits = [Float](repeating: -100, count: 2016)
    for box in boxes {
      logits[box.anchor] = box.logit
      for (index, value) in box.values.enumerated() {
        values[box.anchor * 18 + index] = value
      }
    }
    var decoded: [KeypointBox] = []
    values.withUnsafeBufferPointer { values in
      logits.withUnsafeBufferPointer { logits in
        BoxDecoding(Self.layout).decode(boxes: values, logits: logits, threshold: threshold, into: &decoded)
      }
    }
    return decoded
  }

  private func box(anchor: Int = 0, logit: Float = 1, _ values: [Float]) -> RawBox {
    RawBox(anchor: anchor, logit: logit, values: values)
  }

  @Test func `values are relative to the anchor and in pixels of the input`() throws {
    let decoded = decode(
      [box(anchor: 600, logit: 0, [19.2, -19.2, 38.4, 57.6, 96, 0, 0, 0, 0, 192])], threshold: 0.5)
    let anchor = Self.layout.anchors[600]
    let box = try #require(decoded.first)
    #expect(decoded.count == 1)
    #expect(box.score == 0.5)
    #expect(isClose(box.xMin, anchor.x + 0.1 - 0.1, within: printedDigits))
    #expect(isClose(box.yMin, anchor.y - 0.1 - 0.15, within: printedDigits))
    #expect(isClose(box.width, 0.2, within: printedDigits))
    #expect(isClose(box.height, 0.3, within: printedDigits))
    #expect(isClose(box[keypoint: 0].x, anchor.x + 0.5, within: printedDigits))
    #expect(isClose(box[keypoint: 2].y, anchor.y + 1, within: printedDigits))
  }

  @Test func `a score at the threshold counts`() {
    let boxes = [box(logit: 0, [0, 0, 10, 10])]
    #expect(decode(boxes, threshold: 0.5).count == 1)
    #expect(decode(boxes, threshold: Float(0.5).nextUp).isEmpty)
  }

  @Test func `a threshold of zero admits every box`() {
    #expect(decode([], threshold: 0).count == 2016)
  }

  @Test(
    arguments: [
      (0, 0.5), (100, 1), (1000, 1), (-100, 0), (-1000, 0), (1.917724, 0.8718845),
    ] as [(logit: Float, score: Float)])
  func `a score is the sigmoid of the clamped logit`(logit: Float, score: Float) {
    #expect(isClose(BoxDecoding.score(logit: logit), score, within: printedDigits))
  }

  @Test func `a box with a negative or undefined side is dropped`() {
    for side in [-1, Float.nan] {
      #expect(decode([box([0, 0, side, 10])], threshold: 0.5).isEmpty)
      #expect(decode([box([0, 0, 10, side])], threshold: 0.5).isEmpty)
    }
  }

  @Test func `an undefined score is dropped`() {
    #expect(decode([box(logit: .nan, [0, 0, 10, 10])], threshold: 0).count == 2015)
  }
}
