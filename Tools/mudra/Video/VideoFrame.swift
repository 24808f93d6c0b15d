import Mudra

/// A frame of a video: its pixels and its time.
struct VideoFrame {
  /// The path of its picture or of the clip.
  let source: String
  /// The pixels.
  let image: PixelImage
  /// Its time in milliseconds.
  let timestamp: Int
}
