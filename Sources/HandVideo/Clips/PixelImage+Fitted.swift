import PixelImaging

extension PixelImage {
  /// The picture in another size: scaled as a whole, in the middle, with black bars at two of its sides.
  ///
  /// - Parameters:
  ///   - width: the width, at least 1.
  ///   - height: the height, at least 1.
  package func fitted(width: Int, height: Int) -> PixelImage {
    let scale = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let (newWidth, newHeight) = (
      min(max(Int((Double(self.width) * scale).rounded()), 1), width),
      min(max(Int((Double(self.height) * scale).rounded()), 1), height)
    )
    let (left, top) = ((width - newWidth) / 2, (height - newHeight) / 2)
    let source = converted(to: .rgb)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    source.withUnsafeBytes { bytes in
      for y in 0..<newHeight {
        let (upper, lower, down) = Self.neighbors(y, of: newHeight, in: source.height)
        for x in 0..<newWidth {
          let (one, other, right) = Self.neighbors(x, of: newWidth, in: source.width)
          for channel in 0..<3 {
            func sample(_ row: Int, _ column: Int) -> Double {
              Double(bytes[row * source.rowByteStride + 3 * column + channel])
            }
            let above = sample(upper, one) * (1 - right) + sample(upper, other) * right
            let below = sample(lower, one) * (1 - right) + sample(lower, other) * right
            pixels[3 * ((top + y) * width + left + x) + channel] = UInt8((above * (1 - down) + below * down).rounded())
          }
        }
      }
    }
    // The size and the number of bytes agree, so that this cannot fail.
    return (try? PixelImage(width: width, height: height, format: .rgb, pixels: pixels)) ?? source
  }

  /// The two places of a row or column that a place of the scaled one lies between, and how far it is from the first.
  private static func neighbors(_ place: Int, of count: Int, in sourceCount: Int) -> (Int, Int, Double) {
    let position = (Double(place) + 0.5) * Double(sourceCount) / Double(count) - 0.5
    let first = min(max(Int(position.rounded(.down)), 0), sourceCount - 1)
    return (first, min(first + 1, sourceCount - 1), min(max(position - Double(first), 0), 1))
  }
}
