import VisionTasks

/// Which hand a hand seems to be.
package struct Handedness: Sendable, Hashable {
  /// Whether it is a right hand.
  package var isRight: Bool
  /// The probability of that side.
  package var score: Float

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

  /// What a reported category says.
  package init(_ category: ResultCategory) {
    isRight = category.index == 0
    score = category.score
  }

  /// The probability of a right hand. That of a left one is made of its score, as MediaPipe does it.
  package var rightProbability: Float { isRight ? score : 1 - score }

  /// What a hand is whose mirror image is this one.
  package var mirrored: Handedness {
    var mirrored = self
    mirrored.isRight.toggle()
    return mirrored
  }

  /// The category that is reported.
  package var category: ResultCategory {
    let index = isRight ? 0 : 1
    let name = ModelConstants.Landmarks.handednessNames[index]
    return ResultCategory(index: index, score: score, categoryName: name, displayName: name)
  }
}

/// The handedness of a hand, averaged over its frames: the mean of the first ones, then a mean that forgets.
package struct HandednessAverage: Sendable, Hashable {
  /// The mean probability of a right hand.
  package private(set) var rightProbability: Float = 0.5
  private var count = 0
  private let frames: Int

  /// An average over so many frames; each later frame has a weight of 1 / `frames`.
  package init(frames: Int) {
    self.frames = frames
  }

  /// Takes in the probability of a right hand in one more frame.
  package mutating func add(_ probability: Float) {
    count = min(count + 1, frames)
    rightProbability += (probability - rightProbability) / Float(count)
  }
}

/// The rule that of one person's two hands one is right and one is left.
package enum HandPair {
  /// True if the first of two hands is the right one: of both answers the one with the higher joint probability,
  /// p·(1 − q) against (1 − p)·q, which is the one that calls the likelier right hand right.
  package static func isFirstRight(_ first: Float, _ second: Float) -> Bool {
    first >= second
  }
}
