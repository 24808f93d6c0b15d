import HandTracking
import PixelImaging

/// An open palm to draw, and pictures to draw it on.
enum DrawnHand {
  /// The landmarks of the open palm, normalized to a picture in the proportion 4:3.
  private static let openPalm: [(x: Float, y: Float)] = [
    (0.50, 0.77), (0.56, 0.69), (0.61, 0.59), (0.64, 0.51), (0.67, 0.44), (0.52, 0.48), (0.52, 0.36), (0.51, 0.28),
    (0.51, 0.22), (0.48, 0.48), (0.45, 0.35), (0.44, 0.27), (0.43, 0.20), (0.44, 0.51), (0.40, 0.40), (0.38, 0.32),
    (0.36, 0.25), (0.40, 0.56), (0.36, 0.47), (0.33, 0.42), (0.31, 0.36),
  ]

  /// The open palm, moved and scaled about the picture's center.
  static func landmarks(dx: Float = 0, dy: Float = 0, scale: Float = 1) -> [NormalizedLandmark] {
    openPalm.map {
      NormalizedLandmark(x: 0.5 + ($0.x - 0.5) * scale + dx, y: 0.5 + ($0.y - 0.5) * scale + dy, z: 0)
    }
  }

  static func gray(_ width: Int, _ height: Int) throws -> PixelImage {
    try PixelImage(
      width: width, height: height, format: .rgb, pixels: [UInt8](repeating: 90, count: width * height * 3))
  }

  /// The pixels, (x, y), in which two pictures of one size differ.
  static func differences(_ a: PixelImage, _ b: PixelImage) -> [(x: Int, y: Int)] {
    let width = a.width
    let (a, b) = (a.converted(to: .rgb), b.converted(to: .rgb))
    return a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        var differences: [(x: Int, y: Int)] = []
        for index in 0..<a.count where a[index] != b[index] {
          let place = (x: index / 3 % width, y: index / 3 / width)
          if differences.last.map({ $0 == place }) != true { differences.append(place) }
        }
        return differences
      }
    }
  }
}
