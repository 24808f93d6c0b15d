import MudraPlatform
import PixelImaging

/// The pictures of a folder as frames, in natural order of their names. A bad one leaves a gap in the time.
struct FolderSource: FrameSource {
  let paths: [String]
  let note: String?
  private let bounds: ReadingBounds
  private var clock: FrameClock
  private var index = 0

  /// The pictures of a folder.
  init(_ folder: String, clock: FrameClock, bounds: ReadingBounds) throws(VideoError) {
    let found: FolderPictures
    do throws(SystemFailure) {
      found = try FolderPictures(folder)
    } catch {
      throw VideoError(folder, .unreadable("the folder cannot be read: \(error.reason)"))
    }
    guard !found.paths.isEmpty else { throw VideoError(folder, .unusable("the folder has no pictures")) }
    paths = found.paths
    note = found.summary(of: folder)
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
