import PixelImaging

/// A frame of a video or camera with its time.
public struct VideoFrame: Sendable {
  /// The picture. Memory that it refers to must stay as it is as long as the frame is in use.
  public let image: MPImage
  /// The time, after that of every earlier frame.
  public let timestampInMilliseconds: Int

  /// A frame.
  public init(image: MPImage, timestampInMilliseconds: Int) {
    self.image = image
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// A frame that is upright.
  public init(image: PixelImage, timestampInMilliseconds: Int) {
    self.init(image: MPImage(image: image), timestampInMilliseconds: timestampInMilliseconds)
  }
}
