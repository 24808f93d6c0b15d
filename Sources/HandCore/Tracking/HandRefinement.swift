/// Refines a frame's hands before they are reported: identities, smoothing, averaged handedness, hands of one person.
/// Does nothing unless requested by options.
package struct HandRefinement: Sendable {
  /// The number of frames in the average that distinguishes identities if no average is reported.
  private static let usualHandednessFrames = 30

  private let options: TrackingOptions
  private let isMirrored: Bool
  private let keepsRaw: Bool
  private let measuresMotion: Bool
  private let assignsTracks: Bool
  private var identity: TrackIdentity
  private var sights: [HandSight] = []
  private let fitsSkeletons: Bool
  private var smoothers = TrackStates<TrackSmoother>()
  private var skeletons = TrackStates<HandSkeleton>()
  /// The tracks of the last frame's hands, in their order.
  private var tracks: [Int] = []

  /// The refinement requested by a task's options.
  package init(_ settings: HandSettings) {
    options = settings.tracking
    isMirrored = settings.task.inputProperties.isMirrored ?? false
    keepsRaw = settings.details.contains(.hands)
    measuresMotion = settings.measuresMotion
    assignsTracks = settings.assignsTracks
    fitsSkeletons = settings.details.contains(.skeleton)
    identity = TrackIdentity(
      memory: options.identityMemoryInMilliseconds,
      handednessFrames: options.handednessFrames > 1 ? options.handednessFrames : Self.usualHandednessFrames)
  }

  /// Refines the first `count` hands, in place.
  package mutating func refine(
    _ hands: inout [FoundHand], count: Int, imageWidth: Int, imageHeight: Int, timestamp: Int, isNext: Bool
  ) {
    if keepsRaw {
      for index in 0..<count { hands[index].keepRaw() }
    }
    if isNext, assignsTracks {
      identify(hands[..<count], imageWidth: imageWidth, imageHeight: imageHeight, timestamp: timestamp)
      for index in 0..<count {
        follow(&hands[index], identity.track(of: index), size: SIMD2(Float(imageWidth), Float(imageHeight)))
      }
    }
    if options.assumesOnePerson, count == 2 {
      let (first, second) = (hands[0].handedness.rightProbability, hands[1].handedness.rightProbability)
      let isFirstRight = HandPair.isFirstRight(first, second)
      hands[0].handedness = Handedness(isRight: isFirstRight, rightProbability: first)
      hands[1].handedness = Handedness(isRight: !isFirstRight, rightProbability: second)
    }
    if fitsSkeletons {
      for index in 0..<count { fitSkeleton(to: &hands[index], isNext ? identity.track(of: index) : nil, count) }
    }
    if isMirrored {
      for index in 0..<count { hands[index].handedness = hands[index].handedness.mirrored }
    }
  }

  /// Fits the bones of a hand, one of `count`: those of its track, or its own in a picture, which has no tracks.
  private mutating func fitSkeleton(to hand: inout FoundHand, _ track: TrackIdentity.Track?, _ count: Int) {
    guard let track else {
      var skeleton = HandSkeleton(side: hand.handedness.side)
      return hand.fit(&skeleton)
    }
    // One frame that is mistaken about the side must not change the bones.
    let average = Handedness(rightProbability: track.handedness.rightProbability)
    let side = (options.assumesOnePerson && count == 2 ? hand.handedness : average).side
    skeletons.update(track.id, first: HandSkeleton(side: side)) { skeleton in
      // A hand that turns out to be the other one bends the other way.
      if skeleton.side != side { skeleton = HandSkeleton(side: side) }
      hand.fit(&skeleton)
    }
  }

  /// Determines the track to which each hand belongs.
  private mutating func identify(_ hands: ArraySlice<FoundHand>, imageWidth: Int, imageHeight: Int, timestamp: Int) {
    sights.removeAll(keepingCapacity: true)
    for hand in hands {
      var followed: Int?
      if case .followed(let previous) = hand.origin, tracks.indices.contains(previous) {
        followed = tracks[previous]
      }
      sights.append(
        HandSight(
          hand.landmarks, handedness: hand.handedness, imageWidth: imageWidth, imageHeight: imageHeight,
          followedTrack: followed))
    }
    identity.update(sights, timestamp: timestamp)
    tracks.removeAll(keepingCapacity: true)
    for index in sights.indices {
      tracks.append(identity.track(of: index).id)
    }
    smoothers.keep(identity.remembers)
    skeletons.keep(identity.remembers)
  }

  /// Updates a hand from its track.
  private mutating func follow(_ hand: inout FoundHand, _ track: TrackIdentity.Track, size: SIMD2<Float>) {
    if options.assignsIdentities {
      hand.track = HandTrack(id: track.id, age: track.age, isFollowed: hand.origin.isFollowed)
    }
    if options.handednessFrames > 1 {
      hand.handedness = Handedness(rightProbability: track.handedness.rightProbability)
    }
    guard measuresMotion else { return }
    smoothers.update(track.id, first: TrackSmoother(options)) {
      $0.update(&hand, seconds: track.seconds, size: size)
    }
  }
}
