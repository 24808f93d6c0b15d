import PixelImaging

/// The PNG and JPEG files of a folder as frames, ordered by name. A bad one leaves a gap in the time.
struct FolderSource: FrameSource {
  let paths: [String]
  private let bounds: ReadingBounds
  private var clock: FrameClock
  private var index = 0

  /// The pictures of a folder.
  init(_ folder: String, clock: FrameClock, bounds: ReadingBounds) throws(VideoError) {
    paths = try PictureFolder.pictures(of: folder, hidden: true)
    self.clock = clock
    self.bounds = bounds
  }

  var frameCount: Int? { paths.count }

  var frameRate: Y4MFrameRate? { clock.rate(own: nil) }

  mutating func nextFrame() throws(VideoError) -> SourceFrame? {
    guard index < paths.count else { return nil }
    let (path, timestamp) = (paths[index], clock.next())
    index += 1
    return SourceFrame(
      source: path, image: try PictureReader.picture(contentsOfFile: path, bounds: bounds).image, timestamp: timestamp)
  }
}
