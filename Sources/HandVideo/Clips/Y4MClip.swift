import PixelImaging

/// A Y4M clip that the first frame starts, and that is whole after each frame.
package struct Y4MClip: ClipWriter {
  private let path: String
  private var writer: Y4MWriter?

  /// A clip at a path.
  package init(_ path: String) {
    self.path = path
  }

  package mutating func write(_ picture: PixelImage, of frame: SourceFrame, rate: Y4MFrameRate?) throws(VideoError) {
    var writer = writer
    do throws(Y4MError) {
      try Interruption.held(for: path) { () throws(Y4MError) in
        if writer == nil {
          writer = try Y4MWriter(path: path, width: picture.width, height: picture.height, frameRate: rate)
        }
        try writer?.write(picture)
      }
      self.writer = writer
    } catch {
      self.writer = writer
      // A frame of another size is an error of that frame alone.
      if case .otherSize = error { throw VideoError(frame.source, .clip(error)) }
      throw VideoError(path, .clip(error))
    }
  }

  package func finish() {}
}
