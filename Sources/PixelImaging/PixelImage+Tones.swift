/// What makes a hand in bad light or odd colors look like those that the networks were trained with.
extension PixelImage {
  /// The picture as RGB with so much more light that the brightest hundredth of its pixels is white, after a Gaussian
  /// blur of one pixel against the noise of dark pictures.
  package func brightened() -> PixelImage {
    let source = converted(to: .rgb)
    var pixels = source.withUnsafeBytes { Array($0.prefix(3 * width * height)) }
    Self.blur(&pixels, count: width, stride: 3, lines: height, lineStride: 3 * width)
    Self.blur(&pixels, count: height, stride: 3 * width, lines: width, lineStride: 3)
    let blurred = PixelImage(packed: pixels, width: width, height: height, format: .rgb)
    var histogram = [Int](repeating: 0, count: 256)
    blurred.converted(to: .gray).withUnsafeBytes { for luma in $0.prefix(width * height) { histogram[Int(luma)] += 1 } }
    var (level, brighter) = (255, histogram[255])
    while level > 1, 100 * brighter < width * height {
      level -= 1
      brighter += histogram[level]
    }
    let table = (0..<256).map { UInt8(min(255, (255 * $0 + level / 2) / level)) }
    for index in pixels.indices { pixels[index] = table[Int(pixels[index])] }
    return PixelImage(packed: pixels, width: width, height: height, format: .rgb)
  }

  /// The picture as RGB whose red is 1.2, green 0.95 and blue 0.8 of its brightness.
  package func tinted() -> PixelImage {
    let pixels = converted(to: .gray).withUnsafeBytes { gray in
      [UInt8](unsafeUninitializedCapacity: 3 * width * height) { output, count in
        for index in 0..<width * height {
          let luma = Int(gray[index])
          output[3 * index] = UInt8(min(255, (luma * 6 + 2) / 5))
          output[3 * index + 1] = UInt8((luma * 19 + 10) / 20)
          output[3 * index + 2] = UInt8((luma * 4 + 2) / 5)
        }
        count = 3 * width * height
      }
    }
    return PixelImage(packed: pixels, width: width, height: height, format: .rgb)
  }

  /// Blurs lines of pixels by five weights of a Gaussian function with a deviation of one, in 256ths; pixels are
  /// repeated beyond the ends.
  private static func blur(_ pixels: inout [UInt8], count: Int, stride: Int, lines: Int, lineStride: Int) {
    var line = [Int](repeating: 0, count: count + 4)
    for start in (0..<lines).lazy.map({ $0 * lineStride }) {
      for channel in 0..<3 {
        for index in line.indices {
          line[index] = Int(pixels[start + channel + min(max(index - 2, 0), count - 1) * stride])
        }
        for index in 0..<count {
          let sum =
            14 * (line[index] + line[index + 4]) + 62 * (line[index + 1] + line[index + 3]) + 104 * line[index + 2]
          pixels[start + channel + index * stride] = UInt8((sum + 128) / 256)
        }
      }
    }
  }
}
