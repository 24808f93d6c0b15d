import PixelImaging

/// The PNG and JPEG files of a folder as frames, ordered by name. A bad one leaves a gap in the time.
struct FolderSource: FrameSource {
  let paths: [String]
  private let limits: ImageLimits
  private var clock: FrameClock
  private var index = 0

  /// The pictures of a folder.
  init(_ folder: String, clock: FrameClock, limits: ImageLimits) throws(VideoError) {
    paths = try PictureFolder.pictures(of: folder, hidden: true)
    self.clock = clock
    self.limits = limits
  }

  var frameCount: Int? { paths.count }

  var frameRate: Y4MFrameRate? { clock.rate(own: nil) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    guard index < paths.count else { return nil }
    let (path, timestamp) = (paths[index], clock.next())
    index += 1
    do {
      return SourceFrame(
        source: path, image: try PixelImage(contentsOfFile: path, limits: limits), timestamp: timestamp)
    } catch {
      throw VideoError(path, .image(error))
    }
  }
}
