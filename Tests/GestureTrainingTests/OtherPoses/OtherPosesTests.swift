import Foundation
import GestureTraining
import TestSupport
import Testing

@Suite struct OtherPosesTests {
  // MARK: The library's own

  @Test func `the library's poses are embeddings of the gesture embedder, all of them different`() throws {
    let poses = try OtherPoses.bundled().embeddings
    #expect(poses.count == 400)
    #expect(Set(poses).count == poses.count)
    #expect(poses.allSatisfy { $0.values.count == 128 })
    #expect(poses.allSatisfy { $0.values.allSatisfy { $0.isFinite && $0 >= 0 } && $0.values.contains { $0 > 0.1 } })
  }

  @Test func `a program without them is told where they were looked for`() throws {
    let beside = try #require(Bundle.main.executableURL).deletingLastPathComponent().path
    #expect(OtherPoses.places.contains { $0.hasPrefix("\(beside)/Mudra_GestureTraining.") })
    let error = GestureTrainingError.missingOtherPoses(places: OtherPoses.places)
    #expect(error.description.contains(beside))
  }

  // MARK: What trains on them

  @Test func `a softmax head learns from them without examples of one's own`() throws {
    let dataset = try DrawnHands().dataset(count: 5)
    let own = GestureTrainingOptions(method: .softmax)
    #expect(throws: GestureTrainingError.noBackground) { try GestureTrainer(options: own).train(dataset) }
    let drawn = GestureTrainingOptions(method: .softmax, background: .drawn)
    let use = try #require(try GestureTrainer(options: drawn).train(dataset).report.otherPoses)
    #expect(use.count == 400)
    #expect(use.withinLimit < use.count / 2)
    #expect(use.accepted * 50 <= use.count)
  }

  @Test(arguments: [5, 20])
  func `unknown poses are refused and known ones kept, better than with a few examples of one's own`(
    count: Int
  ) throws {
    let hands = try DrawnHands()
    var dataset = try hands.dataset(count: count)
    // A gesture's worth of other poses, as somebody would take them in passing.
    for pose in hands.unknown.suffix(count) { try dataset.add(pose, gesture: nil) }
    func shares(_ background: GestureTrainingOptions.Background) throws -> (kept: Double, accepted: Double) {
      let options = GestureTrainingOptions(method: .softmax, background: background)
      return try hands.shares(GestureTrainer(options: options).train(dataset))
    }
    let (own, drawn, both) = (try shares(.own), try shares(.drawn), try shares(.both))
    #expect(drawn.accepted < own.accepted, "\(own) \(drawn)")
    #expect(both.accepted < own.accepted, "\(own) \(both)")
    #expect(drawn.kept >= 0.85, "\(drawn)")
    #expect(both.kept >= 0.85, "\(both)")
  }

  @Test func `a pose that is taught is not refused for being one of them`() throws {
    // The first poses of the library as gestures: each with copies that differ a little, as frames do.
    let poses = try OtherPoses.bundled().embeddings
    var drawn = SeededGenerator(seed: 9)
    var dataset = GestureDataset()
    for index in 0..<3 {
      for _ in 0..<12 {
        let values = poses[index].values.map { $0 * (1 + 0.15 * drawn.nextFloat()) + 0.03 * drawn.nextFloat() }
        try dataset.add(HandEmbedding(values), gesture: "pose \(index)")
      }
    }
    for method in GestureTrainingOptions.Method.allCases {
      let options = GestureTrainingOptions(method: method, background: .drawn)
      let gestures = try GestureTrainer(options: options).train(dataset)
      for index in 0..<3 { #expect(try gestures.decision(for: poses[index]).name == "pose \(index)", "\(method)") }
      #expect(try #require(gestures.report.otherPoses).withinLimit >= 3)
      // At most one in a hundred is taken for one of them all the same.
      #expect(try #require(gestures.report.otherPoses).accepted <= 4)
    }
  }

  @Test func `a distance head is the same with and without them, and its report tells what it accepts`() throws {
    let dataset = try DrawnHands().dataset(count: 20)
    let without = try GestureTrainer().train(dataset)
    let with = try GestureTrainer(options: GestureTrainingOptions(background: .drawn)).train(dataset)
    #expect(with.head == without.head)
    #expect(without.report.otherPoses == nil)
    let use = try #require(with.report.otherPoses)
    let accepted = try OtherPoses.bundled().embeddings.count { try with.decision(for: $0).name != nil }
    #expect(use.accepted == 0)
    #expect(accepted <= use.withinLimit)
    #expect(
      ModelCard(with).text.contains("Of 400 drawn poses that come with the library, \(use.withinLimit) are within"))
    #expect(!ModelCard(without).text.contains("drawn poses"))
  }

  @Test func `the model card says what was learned from`() throws {
    let options = GestureTrainingOptions(method: .softmax, background: .drawn)
    let gestures = try GestureTrainer(options: options).train(DrawnHands().dataset(count: 5))
    let use = try #require(gestures.report.otherPoses)
    let card = ModelCard(gestures).text
    #expect(card.contains("Other poses were also learned from \(use.count - use.withinLimit) drawn hands."))
    #expect(card.contains("were left out of the training; of the rest, \(use.accepted) are taken for one."))
  }

  @Test func `embeddings of another network are refused`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2, size: 64)
    let dataset = try drawn.dataset(["a", "b"], count: 5)
    #expect(throws: GestureTrainingError.embeddingSize(source: "the library's other poses", found: 128, expected: 64)) {
      try GestureTrainer(options: GestureTrainingOptions(background: .both)).train(dataset)
    }
  }

  @Test func `options without the key are those of before`() throws {
    let text = #"{"method":"softmax","keptShare":0.9,"regularization":0.5}"#
    let options = try JSONDecoder().decode(GestureTrainingOptions.self, from: Data(text.utf8))
    #expect(options == GestureTrainingOptions(method: .softmax, keptShare: 0.9, regularization: 0.5))
    let copy = GestureTrainingOptions(method: .softmax, background: .both)
    #expect(try JSONDecoder().decode(GestureTrainingOptions.self, from: JSONEncoder().encode(copy)) == copy)
  }
}
