import PixelImaging

/// A picture that is put together from tiles of one size, in rows from the top left; the last ones may reach beyond it.
struct TileCanvas {
  private let width: Int
  private let height: Int
  private let columns: Int
  private let tileWidth: Int
  private let tileHeight: Int
  private var pixels: [UInt8]
  private var count = 0

  /// A picture of a size, of which the first tile is known.
  init(
    _ size: (width: Int, height: Int), columns: Int, first: PixelImage, name: String, limits: ImageLimits
  ) throws(VideoError) {
    do {
      try limits.check(width: size.width, height: size.height)
      try limits.check(memoryByteCount: 3 * size.width * size.height)
    } catch {
      throw VideoError(name, .image(error))
    }
    (width, height, self.columns) = (size.width, size.height, columns)
    (tileWidth, tileHeight) = (first.width, first.height)
    guard tileWidth <= limits.sideLength, tileWidth * columns >= width else {
      throw VideoError(name, .unusable("its tiles do not cover the picture"))
    }
    pixels = [UInt8](repeating: 0, count: 3 * width * height)
    add(first)
  }

  /// Adds the next tile.
  mutating func add(_ tile: PixelImage) {
    let (left, top) = (count % columns * tileWidth, count / columns * tileHeight)
    count += 1
    guard left < width, top < height, (tile.width, tile.height) == (tileWidth, tileHeight) else { return }
    let rowByteCount = 3 * min(tileWidth, width - left)
    tile.withUnsafeBytes { bytes in
      for row in 0..<min(tileHeight, height - top) {
        let start = row * tile.rowByteStride
        let target = 3 * ((top + row) * width + left)
        pixels.replaceSubrange(target..<target + rowByteCount, with: bytes[start..<start + rowByteCount])
      }
    }
  }

  /// The picture of all tiles.
  func image(_ name: String) throws(VideoError) -> PixelImage {
    guard count / columns * tileHeight >= height else {
      throw VideoError(name, .unusable("its tiles do not cover the picture"))
    }
    do {
      return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
    } catch {
      throw VideoError(name, .image(error))
    }
  }
}
