import MudraPlatform
import PixelImaging
import VisionTasks

/// Keeps the memory of pictures, so that a test can count the pictures that are still in use.
package final class PixelOwner: Sendable {
  private let released: @Sendable () -> Void

  /// - Parameter released: called when nothing uses the memory anymore.
  package init(_ released: @escaping @Sendable () -> Void) {
    self.released = released
  }

  deinit {
    released()
  }
}

/// Pictures of one gray pixel.
package enum OnePixel {
  /// A picture whose memory `owner` keeps.
  package static func image(_ owner: PixelOwner? = nil) throws -> PixelImage {
    let pixel: StaticString = "x"
    let bytes = UnsafeRawBufferPointer(start: pixel.utf8Start, count: 1)
    return try PixelImage(width: 1, height: 1, format: .gray, unownedPixels: bytes, owner: owner)
  }
}

/// The number of pictures in use.
package final class PictureCount: Sendable {
  private let count = Atomic<Int>(0)

  /// No pictures in use yet.
  package init() {}

  /// The number currently in use.
  package var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// A frame that counts as long as it is in use.
  package func frame(at timestamp: Int) throws -> VideoFrame {
    count.add(1, ordering: .sequentiallyConsistent)
    let owner = PixelOwner { [self] in count.subtract(1, ordering: .sequentiallyConsistent) }
    return VideoFrame(image: try OnePixel.image(owner), timestampInMilliseconds: timestamp)
  }
}
