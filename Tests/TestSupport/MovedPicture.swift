import PixelImaging

extension PixelImage {
  /// An RGB picture moved by a fraction of pixels, with the noise of a camera.
  public func moved(by offset: SIMD2<Double>, noiseSeed: UInt64) throws -> PixelImage {
    let (width, height) = (width, height)
    var generator = SeededGenerator(seed: noiseSeed)
    let pixels = withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: 3 * width * height) { pixels, count in
        for y in 0..<height {
          let row = min(max(Float(Double(y) - offset.y), 0), Float(height - 1))
          let (top, down) = (Int(row), row - row.rounded(.down))
          let below = min(top + 1, height - 1)
          for x in 0..<width {
            let column = min(max(Float(Double(x) - offset.x), 0), Float(width - 1))
            let (left, right) = (Int(column), column - column.rounded(.down))
            let next = min(left + 1, width - 1)
            for channel in 0..<3 {
              func value(_ x: Int, _ y: Int) -> Float { Float(bytes[y * rowByteStride + 3 * x + channel]) }
              let upper = value(left, top) * (1 - right) + value(next, top) * right
              let lower = value(left, below) * (1 - right) + value(next, below) * right
              let noise = 4 * (generator.nextFloat() + generator.nextFloat() + generator.nextFloat())
              pixels[count] = UInt8(min(max(upper * (1 - down) + lower * down + noise, 0), 255))
              count += 1
            }
          }
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }
}
