/// The bones of the hands of a video, each learned from its track.
struct TrackSkeletons: Sendable {
  private var skeletons: [(track: Int, skeleton: HandSkeleton)] = []

  /// Fits the bones of a hand to its world landmarks. They are nil for a hand whose palm has no direction.
  ///
  /// - Parameters:
  ///   - side: which hand it is: one frame that is mistaken about it must not change the bones.
  ///   - track: the number of its track; nil in a picture, whose hands have bones of their own.
  mutating func fit(_ hand: inout FoundHand, side: DetectedHand.Side, track: Int?) {
    var pose = hand.skeleton ?? SkeletonPose()
    // For a moment only here: a pose that is shared would be copied.
    hand.skeleton = nil
    var index = skeletons.count
    if let track {
      index = skeletons.firstIndex { $0.track == track } ?? index
      if index == skeletons.count { skeletons.append((track, HandSkeleton(side: side))) }
      // A hand that turns out to be the other one bends the other way.
      if skeletons[index].skeleton.side != side { skeletons[index].skeleton = HandSkeleton(side: side) }
    }
    do {
      if track == nil {
        var skeleton = HandSkeleton(side: side)
        try skeleton.fit(hand.worldLandmarks, into: &pose)
      } else {
        try skeletons[index].skeleton.fit(hand.worldLandmarks, into: &pose)
      }
      hand.skeleton = pose
    } catch {}
  }

  /// Forgets the hands of other tracks.
  mutating func keep(_ isKept: (Int) -> Bool) { skeletons.removeAll { !isKept($0.track) } }
}
