import Foundation
import GestureTraining
import TestSupport
import Testing

@Suite struct DistanceHeadTests {
  /// What numpy computes, in a file that `Tools/dev/reference/make_training_fixture.py` makes.
  struct Case: Decodable {
    let labels: [Int]
    let groups: [Int]?
    let examples: [[Float]]
    let queries: [[Float]]
    let scores: [[Double]]
    let squaredLimit: Double
    let sharpness: Double
    let ownSquaredDistances: [Double]
    let whitening: [[Double]]?
    let center: [Double]?
    let means: [[Double]]?

    func dataset() throws -> GestureDataset {
      var dataset = GestureDataset()
      for (index, example) in examples.enumerated() {
        try dataset.add(
          HandEmbedding(example), gesture: "gesture \(labels[index])", group: groups.map { "person \($0[index])" })
      }
      return dataset
    }
  }

  static func fixture(_ name: String) throws -> Case {
    let url = PackageFolders.fixtures(of: "GestureTrainingTests").appendingPathComponent("heads.json")
    let cases = try JSONDecoder().decode([String: Case].self, from: Data(contentsOf: url))
    return try #require(cases[name])
  }

  private func isClose(_ found: [Double], _ expected: [Double]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
  }

  @Test(arguments: ["small", "wide", "groups", "session"]) func `the closed form is numpy's`(name: String) throws {
    let reference = try Self.fixture(name)
    let gestures = try GestureTrainer().train(reference.dataset())
    guard case .distance(let head) = gestures.head else { throw CocoaError(.coderInvalidValue) }
    #expect(isClose([head.squaredLimit, head.sharpness], [reference.squaredLimit, reference.sharpness]))
    if let whitening = reference.whitening, let center = reference.center, let means = reference.means {
      #expect(isClose(head.space.whitening, whitening.flatMap(\.self)))
      #expect(isClose(head.space.center, center))
      #expect(isClose(head.space.means.flatMap(\.self), means.flatMap(\.self)))
    }
    let source = gestures.report.limit.source
    // In a wide space, random gestures are far apart.
    #expect(source == (name == "groups" ? .groups : name == "small" ? .examples : .otherGestures))
    for (query, scores) in zip(reference.queries, reference.scores) {
      #expect(isClose(gestures.head.scores(query), scores))
    }
  }

  @Test func `leaving an example out by the formula is training without it`() throws {
    let reference = try Self.fixture("small")
    for (index, expected) in reference.ownSquaredDistances.enumerated() {
      var dataset = GestureDataset()
      for other in reference.labels.indices where other != index {
        try dataset.add(HandEmbedding(reference.examples[other]), gesture: "gesture \(reference.labels[other])")
      }
      guard case .distance(let head) = try GestureTrainer().train(dataset).head else { continue }
      // The variance that the covariance is shrunk to is that of all examples in the formula: not exactly the same.
      let size = head.space.center.count
      var point = [Double](repeating: 0, count: size)
      for row in 0..<size {
        for column in row..<size {
          let positive = Double(max(reference.examples[index][column], 0))
          point[row] += head.space.whitening[row * size + column] * (positive - head.space.center[column])
        }
      }
      let distance = zip(point, head.space.means[reference.labels[index]]).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
      #expect(abs(distance / expected - 1) < 0.25)
    }
  }

  @Test func `a score is .95 where examples are and a half at the limit`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 2)
    let gestures = try GestureTrainer().train(drawn.dataset(["a", "b"], count: 30))
    let scores = (0..<101).map { _ in gestures.head.scores(drawn.next(0).values)[1] }
    #expect((0.85...0.99).contains(scores.sorted()[50]))
    var other = DrawnEmbeddings(gestureCount: 1, seed: 9)
    let refusal = try gestures.decision(for: other.next(0))
    #expect(refusal.name == nil)
    #expect((refusal.relativeDistance ?? 0) > 1)
    #expect(refusal.score < 0.5)
  }

  @Test func `the limit keeps the share that was asked for`() throws {
    for share in [0.8, 0.95] {
      var drawn = DrawnEmbeddings(gestureCount: 5, spread: 0.6)
      let training = try drawn.dataset(["a", "b", "c", "d", "e"], count: 20)
      let gestures = try GestureTrainer(options: GestureTrainingOptions(keptShare: share)).train(training)
      let kept = try (0..<1000).count { try gestures.decision(for: drawn.next($0 % 5)).name != nil }
      #expect(abs(Double(kept) / 1000 - share) < 0.05)
    }
  }
}
