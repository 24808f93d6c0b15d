import HandTracking
import Testing

@Suite struct GestureCandidateTests {
  private let none = GestureCandidate(name: "None", score: 0.9)
  private let otherNone = GestureCandidate(name: "None", score: 0.4)
  private let fist = GestureCandidate(name: "Closed_Fist", score: 0.3)
  private let palm = GestureCandidate(name: "Open_Palm", score: 0.8)

  @Test func `the first classifier with a gesture decides`() {
    #expect(GestureCandidate.combined(fist, palm) == fist)
    #expect(GestureCandidate.combined(none, palm) == palm)
    #expect(GestureCandidate.combined(nil, palm) == palm)
  }

  @Test func `without a gesture the first background is the answer`() {
    #expect(GestureCandidate.combined(none, otherNone) == none)
    #expect(GestureCandidate.combined(nil, otherNone) == otherNone)
  }

  @Test func `without a candidate there is no answer`() {
    #expect(GestureCandidate.combined(nil, nil) == nil)
  }

  @Test func `only None in this spelling is background`() {
    let lowerCase = GestureCandidate(name: "none", score: 0.9)
    #expect(GestureCandidate.combined(lowerCase, palm) == lowerCase)
  }

  @Test func `a gesture is reported without index and display name`() {
    #expect(
      palm.category == ResultCategory(index: -1, score: 0.8, categoryName: "Open_Palm", displayName: nil))
    #expect(GestureCandidate(name: "", score: 0).category.categoryName == nil)
  }
}
