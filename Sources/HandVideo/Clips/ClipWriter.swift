import PixelImaging

/// A clip that is written frame by frame.
package protocol ClipWriter {
  /// Adds a frame. An error of that frame alone names its source.
  ///
  /// - Parameters:
  ///   - picture: the frame; all have the size of the first.
  ///   - frame: where it comes from, and its time.
  ///   - rate: frames per second, for formats without times.
  mutating func write(_ picture: PixelImage, of frame: SourceFrame, rate: Y4MFrameRate?) throws(VideoError)

  /// Completes the clip.
  mutating func finish() throws(VideoError)
}
