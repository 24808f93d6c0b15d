import VisionCore

/// Numbers the hands of a video so that a hand keeps its number, through crossings and short absences.
///
/// Sightings are matched with tracks so that the sum of the costs is the lowest. A sighting's cost for a track is its
/// distance, in palms, from where the track should be now at a constant speed, plus costs for another handedness and
/// for a region other than the track's. A sighting for which every cost is too high is a new hand.
///
/// Reuses its memory from frame to frame.
package struct TrackIdentity: Sendable {
  /// A hand that has been seen.
  package struct Track: Sendable {
    /// Its number.
    package let id: Int
    /// The number of frames in which it has been seen.
    package fileprivate(set) var age = 0
    /// The handedness of its frames.
    package fileprivate(set) var handedness: HandednessAverage
    /// The time between the last two frames in which it was seen; 0 for a new track.
    package fileprivate(set) var seconds: Float = 0
    fileprivate var timestamp: Int
    fileprivate var sight: HandSight
    /// In pixels per second.
    fileprivate var velocity = SIMD2<Float>()

    /// The seconds since the track was last seen.
    fileprivate func elapsed(_ timestamp: Int) -> Float {
      Float((Double(timestamp) - Double(self.timestamp)) / 1000)
    }

    fileprivate mutating func add(_ sight: HandSight, timestamp: Int) {
      if age > 0 {
        seconds = elapsed(timestamp)
        let speed = (sight.center - self.sight.center) / max(seconds, .leastNormalMagnitude)
        velocity += (speed - velocity) / Float(min(age, 2))
      }
      self.sight = sight
      self.timestamp = timestamp
      handedness.add(sight.rightProbability)
      age += 1
    }
  }

  private enum Cost {
    /// The cost of a hand that is certainly the other one, in palms.
    static let otherSide: Float = 1.5
    /// The cost of a hand that was not found in the track's own region.
    static let otherRegion: Float = 0.25
    /// Above this cost, a sighting is a new hand.
    static let newHand: Float = 2
    /// The cost of an undefined distance.
    static let undefined: Float = 1000
  }

  /// For how many seconds a hand out of sight is assumed to keep moving.
  private static let longestPrediction: Float = 0.2

  private let memorySeconds: Float
  private let handednessFrames: Int
  private var tracks: [Track] = []
  private var indices: [Int] = []
  private var assignment = Assignment()
  private var lastID = 0

  /// An identity without any tracks.
  ///
  /// - Parameters:
  ///   - memory: the milliseconds for which a hand out of sight keeps its number.
  ///   - handednessFrames: the number of frames over which a track's handedness is averaged.
  package init(memory: Int, handednessFrames: Int) {
    memorySeconds = Float(memory) / 1000
    self.handednessFrames = handednessFrames
  }

  /// Adds the hands of the next frame; ``track(of:)`` then returns their tracks.
  package mutating func update(_ sights: [HandSight], timestamp: Int) {
    tracks.removeAll { $0.elapsed(timestamp) > memorySeconds }
    let knownCount = tracks.count
    do {
      let tracks = tracks
      assignment.solve(rowCount: sights.count, columnCount: knownCount + sights.count) { row, column in
        column < knownCount ? Self.cost(sights[row], tracks[column], timestamp) : Cost.newHand
      }
    }
    indices.removeAll(keepingCapacity: true)
    for (sight, column) in zip(sights, assignment.columns) {
      var index = column
      if column >= knownCount {
        lastID += 1
        index = tracks.count
        tracks.append(
          Track(
            id: lastID, handedness: HandednessAverage(frames: handednessFrames), timestamp: timestamp, sight: sight))
      }
      tracks[index].add(sight, timestamp: timestamp)
      indices.append(index)
    }
  }

  /// The track of a hand of the last frame.
  package func track(of sight: Int) -> Track { tracks[indices[sight]] }

  /// True if a hand with this number would be recognized.
  package func remembers(_ id: Int) -> Bool {
    tracks.contains { $0.id == id }
  }

  private static func cost(_ sight: HandSight, _ track: Track, _ timestamp: Int) -> Float {
    let place = track.sight.center + track.velocity * min(track.elapsed(timestamp), longestPrediction)
    let offset = sight.center - place
    let distance = (offset * offset).sum().squareRoot() / max(sight.palmLength, track.sight.palmLength)
    let cost = distance + Cost.otherSide * abs(sight.rightProbability - track.handedness.rightProbability)
    guard cost.isFinite else { return Cost.undefined }
    // If a hand is found in the track's own region and no other track claims it, it is the track's however far it has
    // moved.
    return sight.followedTrack == track.id ? min(cost, Cost.newHand.nextDown) : cost + Cost.otherRegion
  }
}

/// What distinguishes identities: the position, size and likely handedness of a hand.
package struct HandSight: Sendable, Hashable {
  /// The center of wrist and knuckles, in pixels.
  package var center: SIMD2<Float>
  /// The palm's length in pixels.
  package var palmLength: Float
  /// The probability of a right hand.
  package var rightProbability: Float
  /// The track in whose region the hand was found.
  package var followedTrack: Int?

  /// A sighting from its components.
  package init(center: SIMD2<Float>, palmLength: Float, rightProbability: Float, followedTrack: Int? = nil) {
    self.center = center
    self.palmLength = palmLength
    self.rightProbability = rightProbability
    self.followedTrack = followedTrack
  }

  /// The sighting of 21 landmarks in a picture of a given size.
  package init(
    _ landmarks: [NormalizedLandmark], handedness: Handedness, imageWidth: Int, imageHeight: Int,
    followedTrack: Int? = nil
  ) {
    let scale = SIMD2(Float(imageWidth), Float(imageHeight))
    self.init(
      center: landmarks.palmCenter * scale,
      palmLength: landmarks.palmLength(scaledBy: SIMD3(scale, 0)),
      rightProbability: handedness.rightProbability, followedTrack: followedTrack)
  }
}

/// A hand that is identified from frame to frame.
public struct HandTrack: Sendable, Hashable, Codable, Identifiable {
  /// The hand's number: 1 for the first hand of a task, never reused for another.
  public let id: Int
  /// The number of frames in which the hand was found, including this one.
  public let age: Int
  /// True if the hand was tracked from the previous frame; false if it was detected, or searched for in a given region.
  public let isFollowed: Bool

  /// A track from its components.
  public init(id: Int, age: Int, isFollowed: Bool) {
    self.id = id
    self.age = age
    self.isFollowed = isFollowed
  }
}
