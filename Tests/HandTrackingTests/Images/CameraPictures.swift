import PixelImaging

/// Pictures as delivered by a camera.
enum CameraPictures {
  /// Luma and chroma of a picture in the full range of BT.601, chroma from the upper left pixel of a block.
  ///
  /// - Precondition: the sides are even.
  static func yuv(_ image: PixelImage, _ format: YUVImage.Format) throws -> YUVImage {
    let source = image.converted(to: .rgb)
    let (width, height) = (source.width, source.height)
    return try source.withUnsafeBytes { bytes in
      func sample(_ x: Int, _ y: Int, _ weights: (Double, Double, Double), _ offset: Double) -> UInt8 {
        let pixel = y * source.rowByteStride + 3 * x
        let sum =
          weights.0 * Double(bytes[pixel]) + weights.1 * Double(bytes[pixel + 1]) + weights.2 * Double(bytes[pixel + 2])
        return UInt8(min(max(sum + offset, 0), 255).rounded())
      }
      func luma(_ x: Int, _ y: Int) -> UInt8 { sample(x, y, (0.299, 0.587, 0.114), 0) }
      func u(_ x: Int, _ y: Int) -> UInt8 { sample(x, y, (-0.168736, -0.331264, 0.5), 128) }
      func v(_ x: Int, _ y: Int) -> UInt8 { sample(x, y, (0.5, -0.418688, -0.081312), 128) }

      let columns = stride(from: 0, to: width, by: 2)
      let rows = stride(from: 0, to: height, by: 2)
      let pixels: [UInt8]
      switch format {
      case .yuyv:
        pixels = (0..<height).flatMap { y in
          columns.flatMap { x in [luma(x, y), u(x, y), luma(x + 1, y), v(x, y)] }
        }
      case .nv12:
        pixels =
          (0..<height).flatMap { y in (0..<width).map { luma($0, y) } }
          + rows.flatMap { y in columns.flatMap { x in [u(x, y), v(x, y)] } }
      case .i420:
        pixels =
          (0..<height).flatMap { y in (0..<width).map { luma($0, y) } }
          + rows.flatMap { y in columns.map { u($0, y) } } + rows.flatMap { y in columns.map { v($0, y) } }
      case .i422:
        pixels =
          (0..<height).flatMap { y in (0..<width).map { luma($0, y) } }
          + (0..<height).flatMap { y in columns.map { u($0, y) } }
          + (0..<height).flatMap { y in columns.map { v($0, y) } }
      case .i444:
        pixels = [luma, u, v].flatMap { sample in
          (0..<height).flatMap { y in (0..<width).map { sample($0, y) } }
        }
      }
      return try YUVImage(
        width: width, height: height, format: format, encoding: YUVImage.Encoding(range: .full), pixels: pixels)
    }
  }
}
