import HandTracking
import TestSupport
import Testing

@Suite struct HandednessTests {
  @Test(arguments: PipelineExample.all)
  func `the likelier side of the worked examples is named`(example: PipelineExample) {
    for hand in example.hands {
      let handedness = Handedness(rightProbability: hand.rightProbability).category
      #expect(handedness.categoryName == hand.handedness)
      #expect(handedness.displayName == hand.handedness)
      #expect(handedness.index == (hand.handedness == "Right" ? 0 : 1))
      #expect(isClose(handedness.score, hand.handednessScore, within: printedDigits))
    }
  }

  @Test func `a tie is a right hand`() {
    #expect(Handedness(rightProbability: 0.5).category.categoryName == "Right")
    #expect(Handedness(rightProbability: Float(0.5).nextDown).category.categoryName == "Left")
  }

  @Test func `the right hand's probability follows the handedness`() {
    let right = ResultCategory(index: 0, score: 0.75, categoryName: "Right", displayName: "Right")
    let left = ResultCategory(index: 1, score: 0.75, categoryName: "Left", displayName: "Left")
    #expect(Handedness(right).rightProbability == 0.75)
    #expect(Handedness(left).rightProbability == 0.25)
    #expect(Handedness(right).category == right)
    #expect(Handedness(left).category == left)
  }

  @Test func `a mirrored hand is the other with the same score`() {
    #expect(Handedness(rightProbability: 0.75).mirrored.category.categoryName == "Left")
    #expect(Handedness(rightProbability: 0.75).mirrored.score == 0.75)
  }
}
