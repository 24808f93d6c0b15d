import Foundation
import Mudra
import PixelImaging

/// The PNG and JPEG files of a folder as frames, ordered by name. A bad one leaves a gap in the time.
struct FolderSource: FrameSource {
  let paths: [String]
  private let limits: ImageLimits
  private var clock: FrameClock
  private var index = 0

  /// The pictures of a folder.
  init(_ folder: String, clock: FrameClock, limits: ImageLimits) throws(CommandFailure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandFailure(folder, "the folder cannot be read", .inputMissing)
    }
    let pictures = names.filter { name in
      ["png", "jpg", "jpeg"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
    }
    guard !pictures.isEmpty else { throw CommandFailure(folder, "the folder has no PNG or JPEG files") }
    paths = pictures.sorted().map { (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + $0 }
    self.clock = clock
    self.limits = limits
  }

  var frameCount: Int? { paths.count }

  var frameRate: Y4MFrameRate? { clock.rate(own: nil) }

  mutating func nextFrame() throws(CommandFailure) -> VideoFrame? {
    guard index < paths.count else { return nil }
    let (path, timestamp) = (paths[index], clock.next())
    index += 1
    do {
      return VideoFrame(
        source: path, image: try PixelImage(contentsOfFile: path, limits: limits), timestamp: timestamp)
    } catch {
      throw CommandFailure(path, error)
    }
  }
}
