import PixelImaging

/// Where the frames of a video come from.
package protocol FrameSource {
  /// The files that frames are read from; `-` for standard input.
  var paths: [String] { get }
  /// The total number of frames; nil if it is not known.
  var frameCount: Int? { get }
  /// Frames per second, for a clip made of the frames; asked for after the first one.
  var frameRate: Y4MFrameRate? { get }

  /// Whether reading may go on after the last error, which was of one frame on its way from a camera.
  var survivesErrors: Bool { get }

  /// What the user should know before the first frame, on one line.
  var note: String? { get }

  /// The next frame; nil after the last. After an error, the next call goes on where that is possible.
  mutating func nextFrame() throws(VideoError) -> SourceFrame?
}

extension FrameSource {
  package var survivesErrors: Bool { false }
  package var note: String? { nil }
}
