import HandVideo
import PixelImaging

/// The sizes of a video's frames, which may change when a phone is turned.
struct FrameSizes {
  private var first: (width: Int, height: Int)?
  private var last: SourceFrame?

  /// Takes the next frame, and says what changes with it within a clip; nil for nothing.
  mutating func change(with frame: SourceFrame) -> String? {
    first = first ?? (frame.image.width, frame.image.height)
    defer { last = frame }
    guard let last, last.source == frame.source,
      (last.image.width, last.image.height) != (frame.image.width, frame.image.height)
    else { return nil }
    return
      "\(frame.source) at \(frame.timestamp) ms: the frames are \(frame.image.width)×\(frame.image.height) from here "
      + "on, after \(last.image.width)×\(last.image.height)"
  }

  /// A drawing of a frame in the size of the first frame: as it is, or fitted into it with black bars.
  func fitted(_ drawing: PixelImage) -> PixelImage {
    guard let first, (drawing.width, drawing.height) != first else { return drawing }
    return drawing.fitted(width: first.width, height: first.height)
  }
}
