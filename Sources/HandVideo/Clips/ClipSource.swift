import Foundation
import PixelImaging

/// The frames of a Y4M clip, from a file or standard input.
struct ClipSource: FrameSource {
  private let path: String
  private let reader: Y4MReader
  private var clock: FrameClock

  /// The clip of a path; `-` for standard input.
  init(_ path: String, clock: FrameClock, limits: ImageLimits) throws(VideoError) {
    self.path = path
    self.clock = clock
    do {
      reader =
        try path == "-"
        ? Y4MReader(fileDescriptor: STDIN_FILENO, limits: limits) : Y4MReader(path: path, limits: limits)
    } catch {
      throw VideoError(Self.name(of: path), .clip(error))
    }
  }

  var paths: [String] { [path] }

  var frameCount: Int? { nil }

  var frameRate: Y4MFrameRate? { clock.rate(own: reader.header.frameRate) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    do {
      guard let picture = try reader.nextFrame() else { return nil }
      let rate = reader.header.frameRate
      let timestamp = clock.next { rate?.milliseconds(ofFrame: $0) }
      return SourceFrame(source: path, image: PixelImage(picture), timestamp: timestamp)
    } catch {
      throw VideoError(Self.name(of: path), .clip(error))
    }
  }

  /// The name of the input in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
