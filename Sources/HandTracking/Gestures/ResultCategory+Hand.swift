extension ResultCategory {
  /// The likelier side, with its probability; "Right" if both are equal.
  package static func hand(rightProbability: Float) -> ResultCategory {
    hand(isRight: Float(1 - Double(rightProbability)) <= rightProbability, rightProbability: rightProbability)
  }

  /// One side, with its probability.
  package static func hand(isRight: Bool, rightProbability: Float) -> ResultCategory {
    let index = isRight ? 0 : 1
    let name = ModelConstants.Landmarks.handednessNames[index]
    return ResultCategory(
      index: index, score: isRight ? rightProbability : Float(1 - Double(rightProbability)), categoryName: name,
      displayName: name)
  }

  /// What a hand is whose mirror image is this one.
  package var mirroredHand: ResultCategory {
    let other = 1 - index
    let name = ModelConstants.Landmarks.handednessNames[other]
    return ResultCategory(index: other, score: score, categoryName: name, displayName: name)
  }
}
