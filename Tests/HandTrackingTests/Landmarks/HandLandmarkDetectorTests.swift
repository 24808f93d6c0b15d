import HandTracking
import Testing

@Suite struct HandLandmarkDetectorTests {
  @Test(arguments: PipelineExample.all)
  func `the likelier side of the worked examples is named`(example: PipelineExample) {
    for hand in example.hands {
      let handedness = ResultCategory.hand(rightProbability: hand.rightProbability)
      #expect(handedness.categoryName == hand.handedness)
      #expect(handedness.displayName == hand.handedness)
      #expect(handedness.index == (hand.handedness == "Right" ? 0 : 1))
      #expect(isClose(handedness.score, hand.handednessScore, within: printedDigits))
    }
  }

  @Test func `a tie is a right hand`() {
    #expect(ResultCategory.hand(rightProbability: 0.5).categoryName == "Right")
    #expect(ResultCategory.hand(rightProbability: Float(0.5).nextDown).categoryName == "Left")
  }
}
