import Foundation
import GestureTraining
import TestSupport

/// Embeddings drawn from a seed: gestures are clouds around means.
struct DrawnEmbeddings {
  private var generator: SeededGenerator
  private let means: [[Float]]
  private let spread: Float

  init(gestureCount: Int, size: Int = 128, spread: Float = 0.3, seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    means = (0..<gestureCount).map { _ in (0..<size).map { _ in 1.5 * generator.nextFloat() + 0.5 } }
    self.generator = generator
    self.spread = spread
  }

  /// An example of a gesture. Some are farther from the mean than others, as with hands.
  mutating func next(_ gesture: Int) -> HandEmbedding {
    let scale = spread * exp(sum(0.25))
    return HandEmbedding(means[gesture].map { $0 + scale * sum(1) })
  }

  /// The sum of four even numbers of either sign, which is close to a normal distribution.
  private mutating func sum(_ range: Float) -> Float {
    (0..<4).reduce(0) { sum, _ in sum + range * generator.nextFloat() }
  }

  /// A dataset with so many examples of each gesture.
  mutating func dataset(_ names: [String], count: Int) throws -> GestureDataset {
    var dataset = GestureDataset()
    for index in 0..<count {
      for (gesture, name) in names.enumerated() {
        try dataset.add(next(gesture), gesture: name, source: "\(name)/\(index).png")
      }
    }
    return dataset
  }
}
