import HandPose

extension MotionModel {
  /// What a track shows that was cut out around one motion, such as an example: the motion with the highest score.
  ///
  /// It says nothing about a stream, in which most movement is none of the motions: `HandMotions` is for that.
  ///
  /// - Returns: nil for a track that shows no hand for a tenth of a second.
  public func decision(for track: MotionTrack) -> GestureDecision? {
    guard let cut = MotionExample(track) else { return nil }
    var copies = MotionCopies(seed: 0)
    var best: (name: String, score: Float)?
    for (part, other) in [(oneHand, nil), (twoHands, cut.other)] {
      guard let part, other != nil || part.motions.allSatisfy({ motions[$0].handCount == 1 }) else { continue }
      let features = copies.window(cut.hand, other, start: cut.start, end: cut.end).features
      var input = [Float](repeating: 0, count: MotionFeatures.count)
      var scores = [Float](repeating: 0, count: part.motions.count)
      MotionNetwork.normalize(features, means: part.network.means, scales: part.network.scales, into: &input)
      part.network.score(input, into: &scores)
      for (place, motion) in part.motions.enumerated() where scores[place] > best?.score ?? -.infinity {
        best = (motions[motion].name, scores[place])
      }
    }
    guard let best else { return nil }
    let isAccepted = best.score >= MotionModel.Part.scoreWithoutBackground
    return GestureDecision(
      name: isAccepted ? best.name : nil, nearest: best.name, score: Double(min(max(best.score, 0), 1)),
      relativeDistance: nil)
  }
}
