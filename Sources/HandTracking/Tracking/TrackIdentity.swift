import VisionTasks

/// Numbers the hands of a video so that a hand keeps its number, through crossings and short absences.
///
/// Sights are matched with tracks so that the sum of the costs is the lowest. A sight's cost for a track is its
/// distance, in palms, from where the track should be by now at an even speed, plus what speaks against the track:
/// another handedness, another region than the track's. A sight whose every cost is too high is a new hand.
///
/// Keeps its memory from frame to frame.
package struct TrackIdentity: Sendable {
  /// A hand that was seen.
  package struct Track: Sendable {
    /// Its number.
    package let id: Int
    /// In how many frames it was seen.
    package fileprivate(set) var age = 0
    /// The handedness of its frames.
    package fileprivate(set) var handedness: HandednessAverage
    /// The time from the frame before last in which it was seen to the last one; 0 for a new track.
    package fileprivate(set) var seconds: Float = 0
    fileprivate var timestamp: Int
    fileprivate var sight: HandSight
    /// Pixels a second.
    fileprivate var velocity = SIMD2<Float>()

    /// The seconds from when the track was last seen.
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
    /// What a hand of surely the other side costs, in palms.
    static let otherSide: Float = 1.5
    /// What a hand costs that was not found in the track's own region.
    static let otherRegion: Float = 0.25
    /// Above this a sight is a new hand.
    static let newHand: Float = 2
    /// What is undefined.
    static let undefined: Float = 1000
  }

  /// For how many seconds a hand out of sight is taken to move on.
  private static let longestPrediction: Float = 0.2

  private let memorySeconds: Float
  private let handednessFrames: Int
  private var tracks: [Track] = []
  private var indices: [Int] = []
  private var assignment = Assignment()
  private var lastID = 0

  /// An identity that has seen nothing.
  ///
  /// - Parameters:
  ///   - memory: how many milliseconds a hand out of sight keeps its number.
  ///   - handednessFrames: how many frames a track's handedness is averaged over.
  package init(memory: Int, handednessFrames: Int) {
    memorySeconds = Float(memory) / 1000
    self.handednessFrames = handednessFrames
  }

  /// Takes in the hands of the next frame, for ``track(of:)`` to tell.
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

  /// True if a hand with this number would be known again.
  package func remembers(_ id: Int) -> Bool {
    tracks.contains { $0.id == id }
  }

  private static func cost(_ sight: HandSight, _ track: Track, _ timestamp: Int) -> Float {
    let place = track.sight.center + track.velocity * min(track.elapsed(timestamp), longestPrediction)
    let offset = sight.center - place
    let distance = (offset * offset).sum().squareRoot() / max(sight.palmLength, track.sight.palmLength)
    let cost = distance + Cost.otherSide * abs(sight.rightProbability - track.handedness.rightProbability)
    guard cost.isFinite else { return Cost.undefined }
    // Where the track's own region shows a hand and no other claims it, it is the track's however far it moved.
    return sight.followedTrack == track.id ? min(cost, Cost.newHand.nextDown) : cost + Cost.otherRegion
  }
}

/// What identities are told apart by: where a hand is, how large, and which hand it seems to be.
package struct HandSight: Sendable, Hashable {
  /// The middle of wrist and knuckles, in pixels.
  package var center: SIMD2<Float>
  /// The palm's length in pixels.
  package var palmLength: Float
  /// The probability of a right hand.
  package var rightProbability: Float
  /// The track whose region the hand was found in.
  package var followedTrack: Int?

  /// A sight from its parts.
  package init(center: SIMD2<Float>, palmLength: Float, rightProbability: Float, followedTrack: Int? = nil) {
    self.center = center
    self.palmLength = palmLength
    self.rightProbability = rightProbability
    self.followedTrack = followedTrack
  }

  /// The sight of 21 landmarks in a picture of a size.
  package init(
    _ landmarks: [NormalizedLandmark], handedness: Handedness, imageWidth: Int, imageHeight: Int,
    followedTrack: Int? = nil
  ) {
    let scale = SIMD2(Float(imageWidth), Float(imageHeight))
    var sum = SIMD2<Float>()
    for landmark in Self.palm {
      sum += SIMD2(landmarks[landmark].x, landmarks[landmark].y)
    }
    self.init(
      center: sum / Float(Self.palm.count) * scale,
      palmLength: landmarks.palmLength(scaledBy: SIMD3(scale, 0)),
      rightProbability: handedness.rightProbability, followedTrack: followedTrack)
  }

  private static let palm: [HandLandmark] = [
    .wrist, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP,
  ]
}

/// A hand that is known again from frame to frame.
public struct HandTrack: Sendable, Hashable, Codable, Identifiable {
  /// The hand's number: 1 for the first hand of a task, never used again for another.
  public let id: Int
  /// In how many frames the hand was found, this one included.
  public let age: Int
  /// True if the hand was followed from the frame before; false if it was detected, or looked for in a given region.
  public let isFollowed: Bool

  /// A track from its parts.
  public init(id: Int, age: Int, isFollowed: Bool) {
    self.id = id
    self.age = age
    self.isFollowed = isFollowed
  }
}
