import Foundation
import PixelImaging

/// The drawn clip of the tests, repeated: a hand, a second one, and a frame without hands in each round.
struct SoakClip {
  /// Frames per second.
  static let rate = 30
  /// Frames per round.
  static let count = 16

  private let pictures: [PixelImage]

  /// Reads the clip.
  init() throws {
    let folder = BenchmarkPicture.packageFolder.appendingPathComponent("Tests/HandTrackingTests/Fixtures/clip")
    pictures = try (0..<Self.count).map { index in
      let file = folder.appendingPathComponent(String(format: "frame%03d.png", index))
      return try PixelImage(contentsOfFile: file.path).converted(to: .rgba)
    }
  }

  /// A frame with its own memory, like a camera's.
  func frame(_ index: Int) -> PixelImage {
    pictures[index % Self.count].converted(to: .rgb)
  }

  /// The time of a frame, in milliseconds.
  static func time(_ index: Int) -> Int { index * 1000 / rate }
}
