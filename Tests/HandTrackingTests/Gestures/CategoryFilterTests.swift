import HandTracking
import Testing

@Suite struct CategoryFilterTests {
  private func best(
    _ scores: [Float], _ options: ClassifierSettings = ClassifierSettings(), modelThreshold: Float? = nil
  ) -> HandGesture? {
    let filter = CategoryFilter(labels: ["None", "A", "B", "C"], options: options, modelThreshold: modelThreshold)
    return scores.withUnsafeBufferPointer { filter.best(of: $0) }
  }

  @Test func `the highest score wins, the first of equal ones`() {
    #expect(best([0.1, 0.2, 0.4, 0.3]) == HandGesture(name: "B", score: 0.4))
    #expect(best([0.1, 0.4, 0.4, 0.1]) == HandGesture(name: "A", score: 0.4))
  }

  @Test func `an allow list leaves its classes`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: ["A", "C"]))?.name == "C")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: ["A", "A", "Z"]))?.name == "A")
  }

  @Test func `a deny list removes its classes`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(denyList: ["B"]))?.name == "C")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(denyList: ["None", "A", "B", "C"])) == nil)
  }

  @Test func `an allow list wins over a deny list`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: ["B"], denyList: ["B"]))?.name == "B")
  }

  @Test func `a list of unknown names does not apply`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: ["Z"]))?.name == "B")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(denyList: ["Z"]))?.name == "B")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: ["Z"], denyList: ["B"]))?.name == "B")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(allowList: [], denyList: ["B"]))?.name == "C")
  }

  @Test func `a score at the threshold counts`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(scoreThreshold: 0.4))?.name == "B")
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(scoreThreshold: Float(0.4).nextUp)) == nil)
  }

  @Test(arguments: [0, -1] as [Float])
  func `without a threshold in the options the model's is in force`(threshold: Float) {
    let options = ClassifierSettings(scoreThreshold: threshold)
    #expect(best([0.1, 0.2, 0.4, 0.3], options, modelThreshold: 0.5) == nil)
    #expect(best([0.1, 0.2, 0.4, 0.3], options, modelThreshold: 0.4)?.name == "B")
    #expect(best([0.1, 0.2, 0.4, 0.3], options)?.name == "B")
  }

  @Test func `a threshold in the options replaces the model's`() {
    #expect(best([0.1, 0.2, 0.4, 0.3], ClassifierSettings(scoreThreshold: 0.1), modelThreshold: 0.5)?.name == "B")
  }

  @Test func `scores of zero give a candidate without a name`() {
    #expect(best([0, 0, 0, 0]) == HandGesture(name: "", score: 0))
  }

  @Test func `undefined scores never win`() {
    #expect(best([.nan, 0.2, .nan, 0.1])?.name == "A")
    #expect(best([.nan, .nan, .nan, .nan]) == HandGesture(name: "", score: 0))
  }
}
