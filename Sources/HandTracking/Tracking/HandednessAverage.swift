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
