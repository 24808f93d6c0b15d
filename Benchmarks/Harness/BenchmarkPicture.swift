import Foundation
import Mudra
import PixelImaging

/// The picture that the whole road is measured on.
struct BenchmarkPicture {
  /// What it is.
  let name: String
  /// Its pixels.
  let image: Image

  /// The folder of Package.swift.
  static let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The picture in a file; without a path the rendered hands of the tests, or a pattern without hands where the
  /// sources are not there.
  init(path: String?) throws {
    if let path {
      image = try Image(contentsOfFile: path)
      name = path
      return
    }
    let rendered = "Tests/HandTrackingTests/Fixtures/rendered/two_0.png"
    if let image = try? Image(contentsOfFile: Self.packageFolder.appendingPathComponent(rendered).path) {
      self.image = image
      name = rendered
      return
    }
    let (width, height) = (640, 360)
    let pixels = (0..<width * height * 3).map { position in
      UInt8(truncatingIfNeeded: (position / 3 % width) / 4 + (position / 3 / width) / 3 + position % 3 * 50)
    }
    image = try Image(width: width, height: height, format: .rgb, pixels: pixels)
    name = "pattern without hands"
  }
}
