import HandTracking

/// The hands of a stretch of video: an example of a motion, or a stretch in which there is none.
public struct MotionTrack: Sendable, Hashable {
  /// A frame.
  public struct Frame: Sendable, Hashable {
    /// The time of the frame.
    public let timestampInMilliseconds: Int
    /// The hands. World landmarks, sides and tracks may be missing.
    public let hands: [DetectedHand]
    /// The picture's width over its height.
    public let aspectRatio: Float

    /// A frame from its parts.
    public init(timestampInMilliseconds: Int, hands: [DetectedHand], aspectRatio: Float) {
      self.timestampInMilliseconds = timestampInMilliseconds
      self.hands = hands
      self.aspectRatio = aspectRatio
    }
  }

  /// The most frames of a track: two hours at 60 frames per second.
  public static let frameLimit = 432_000

  /// The frames, in the order in which they were added.
  public private(set) var frames: [Frame] = []

  /// A track without frames.
  public init() {}

  /// Adds a frame. One whose time is not later than that of the last one begins another stretch; beyond
  /// ``frameLimit``, frames are left out.
  public mutating func append(_ frame: Frame) {
    if frames.count < Self.frameLimit { frames.append(frame) }
  }

  /// Adds the hands of a result.
  ///
  /// - Parameters:
  ///   - result: the result of a frame of a video.
  ///   - width: the width of the picture in pixels.
  ///   - height: its height.
  public mutating func append(_ result: some HandResult, imageWidth width: Int, imageHeight height: Int) {
    append(
      Frame(
        timestampInMilliseconds: result.timestampInMilliseconds, hands: result.hands,
        aspectRatio: height > 0 ? Float(width) / Float(height) : 1))
  }

  /// From the first to the last frame in seconds, without the time between stretches.
  public var duration: Double {
    zip(frames, frames.dropFirst()).reduce(0) { sum, pair in
      let step = Double(pair.1.timestampInMilliseconds) - Double(pair.0.timestampInMilliseconds)
      return step > 0 && step <= 1000 ? sum + step / 1000 : sum
    }
  }
}
