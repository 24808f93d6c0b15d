import VisionCore

/// The likely handedness of a hand.
package struct Handedness: Sendable, Hashable {
  /// Whether it is a right hand.
  package var isRight: Bool
  /// The probability of that side.
  package var score: Float

  /// A side and its probability.
  package init(isRight: Bool, score: Float) {
    self.isRight = isRight
    self.score = score
  }

  /// One side, with the probability of a right hand.
  package init(isRight: Bool, rightProbability: Float) {
    self.isRight = isRight
    score = isRight ? rightProbability : Float(1 - Double(rightProbability))
  }

  /// The likelier side; the right one if both are equal.
  package init(rightProbability: Float) {
    self.init(
      isRight: Float(1 - Double(rightProbability)) <= rightProbability, rightProbability: rightProbability)
  }

  /// The handedness in a reported category.
  package init(_ category: ResultCategory) {
    isRight = category.index == 0
    score = category.score
  }

  /// The side of a hand in a result.
  package var side: DetectedHand.Side { isRight ? .right : .left }

  /// The probability of a right hand. For a left hand, it is computed from its score, as in MediaPipe.
  package var rightProbability: Float { isRight ? score : 1 - score }

  /// The handedness of the mirror image.
  package var mirrored: Handedness {
    var mirrored = self
    mirrored.isRight.toggle()
    return mirrored
  }

  /// The category that is reported.
  package var category: ResultCategory {
    ResultCategory(index: isRight ? 0 : 1, score: score, categoryName: side.name, displayName: side.name)
  }
}

/// The handedness of a hand, averaged over its frames: the mean of the first ones, then an exponential moving average.
package struct HandednessAverage: Sendable, Hashable {
  /// The mean probability of a right hand.
  package private(set) var rightProbability: Float = 0.5
  private var count = 0
  private let frames: Int

  /// An average over `frames` frames; each later frame has a weight of 1 / `frames`.
  package init(frames: Int) {
    self.frames = frames
  }

  /// Adds the probability of a right hand in another frame.
  package mutating func add(_ probability: Float) {
    count = min(count + 1, frames)
    rightProbability += (probability - rightProbability) / Float(count)
  }
}

/// The rule that of one person's two hands one is right and one is left.
package enum HandPair {
  /// True if the first of two hands is the right one: the alternative with the higher joint probability, p·(1 − q) or
  /// (1 − p)·q, which makes the likelier right hand the right one.
  package static func isFirstRight(_ first: Float, _ second: Float) -> Bool {
    first >= second
  }
}
