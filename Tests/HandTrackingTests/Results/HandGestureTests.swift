import HandTracking
import Testing

@Suite struct HandGestureTests {
  private let none = HandGesture(name: "None", score: 0.9)
  private let otherNone = HandGesture(name: "None", score: 0.4)
  private let fist = HandGesture(name: "Closed_Fist", score: 0.3)
  private let palm = HandGesture(name: "Open_Palm", score: 0.8)

  @Test func `the first classifier with a gesture decides`() {
    #expect(HandGesture.combined(fist, palm) == fist)
    #expect(HandGesture.combined(none, palm) == palm)
    #expect(HandGesture.combined(nil, palm) == palm)
  }

  @Test func `without a gesture the first background is the answer`() {
    #expect(HandGesture.combined(none, otherNone) == none)
    #expect(HandGesture.combined(nil, otherNone) == otherNone)
  }

  @Test func `without a candidate there is no answer`() {
    #expect(HandGesture.combined(nil, nil) == nil)
  }

  @Test func `only None in this spelling is background`() {
    let lowerCase = HandGesture(name: "none", score: 0.9)
    #expect(HandGesture.combined(lowerCase, palm) == lowerCase)
  }

  @Test func `a gesture is reported without index and display name`() {
    #expect(
      palm.category == ResultCategory(index: -1, score: 0.8, categoryName: "Open_Palm", displayName: nil))
    #expect(HandGesture(name: "", score: 0).category.categoryName == nil)
  }
}
