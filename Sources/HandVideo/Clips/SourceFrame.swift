import PixelImaging

/// A frame of a video: its pixels, its time, and where it comes from.
package struct SourceFrame: Sendable {
  /// The path of its picture or of the clip.
  package let source: String
  /// The pixels.
  package let image: PixelImage
  /// Its time in milliseconds.
  package let timestamp: Int
}
