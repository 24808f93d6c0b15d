import HandTracking
import Testing

@Suite struct HandPairTests {
  @Test(arguments: [Float(0), 0.2, 0.5, 0.75, 1], [Float(0), 0.2, 0.5, 0.75, 1])
  func `the likelier of both answers is taken`(first: Float, second: Float) {
    let firstIsRight = first * (1 - second)
    let secondIsRight = (1 - first) * second
    if firstIsRight != secondIsRight {
      #expect(HandPair.isFirstRight(first, second) == (firstIsRight > secondIsRight))
    }
  }
}
