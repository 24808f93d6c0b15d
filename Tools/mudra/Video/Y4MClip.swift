import Mudra
import PixelImaging

/// A Y4M clip that the first frame starts, and that is whole after each frame.
struct Y4MClip: ClipWriter {
  private let path: String
  private var writer: Y4MWriter?

  /// A clip at a path.
  init(_ path: String) {
    self.path = path
  }

  mutating func write(_ picture: PixelImage, of frame: VideoFrame, rate: Y4MFrameRate?) throws(CommandFailure) {
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
      if case .otherSize = error { throw CommandFailure(frame.source, error) }
      throw CommandFailure(path, error)
    }
  }

  func finish() {}
}
