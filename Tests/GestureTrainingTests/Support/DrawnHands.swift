import Foundation
import GestureTraining
import TestSupport

/// Embeddings of drawn hands: four gestures, and poses drawn at random with another seed than those of the library.
///
/// `Fixtures/hands.embeddings` is the package's file of embeddings, made of pictures of `render_gestures.py` (seed 3)
/// and `render_other_poses.py` (seed 1), a gesture after the other.
struct DrawnHands {
  static let names = ["victory", "pointing up", "love", "four"]
  private static let exampleCount = 30

  private let gestures: [[HandEmbedding]]
  /// Poses that nobody was taught.
  let unknown: [HandEmbedding]

  init() throws {
    let file = PackageFolders.fixtures(of: "GestureTrainingTests").appendingPathComponent("hands.embeddings")
    let all = try OtherPoses(contentsOfFile: file.path).embeddings
    let known = Self.names.count * Self.exampleCount
    gestures = stride(from: 0, to: known, by: Self.exampleCount).map { Array(all[$0..<$0 + Self.exampleCount]) }
    unknown = Array(all[known...])
  }

  /// So many examples of each gesture.
  func dataset(count: Int) throws -> GestureDataset {
    var dataset = GestureDataset()
    for (name, examples) in zip(Self.names, gestures) {
      for (index, example) in examples.prefix(count).enumerated() {
        try dataset.add(example, gesture: name, source: "\(name)/\(index).png")
      }
    }
    return dataset
  }

  /// The share of the last ten examples of each gesture that are named right, and of the first 70 unknown poses that
  /// are named.
  func shares(_ gestures: TrainedGestures) throws -> (kept: Double, accepted: Double) {
    var right = 0
    for (name, examples) in zip(Self.names, self.gestures) {
      right += try examples.suffix(10).count { try gestures.decision(for: $0).name == name }
    }
    let poses = unknown.prefix(70)
    let named = try poses.count { try gestures.decision(for: $0).name != nil }
    return (Double(right) / Double(10 * Self.names.count), Double(named) / Double(poses.count))
  }
}
