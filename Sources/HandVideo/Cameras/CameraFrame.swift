import PixelImaging

/// A frame as a camera gives it.
package struct CameraFrame: Sendable {
  /// How frames lie in memory, as the camera has set it.
  package struct Layout: Sendable, Hashable {
    package let format: CameraMode.Format
    package let width: Int
    package let height: Int
    /// Bytes from one row of luma to the next.
    package let rowByteCount: Int
    package let encoding: YUVImage.Encoding

    package init(format: CameraMode.Format, width: Int, height: Int, rowByteCount: Int, encoding: YUVImage.Encoding) {
      self.format = format
      self.width = width
      self.height = height
      self.rowByteCount = rowByteCount
      self.encoding = encoding
    }
  }

  package let layout: Layout
  package let bytes: [UInt8]
  /// Milliseconds of the camera's clock.
  package let timestamp: Int

  package init(layout: Layout, bytes: [UInt8], timestamp: Int) {
    self.layout = layout
    self.bytes = bytes
    self.timestamp = timestamp
  }

  /// The colors.
  package func image(limits: ImageLimits) throws(ImageError) -> PixelImage {
    switch layout.format {
    case .mjpeg, .jpeg: return try PixelImage(encoded: bytes, limits: limits)
    case .grey: return try packed(.gray)
    case .bgr: return try packed(.bgr)
    case .rgb: return try packed(.rgb)
    case .yuyv: return try converted(.yuyv, [plane(bytes)])
    case .uyvy: return try converted(.yuyv, [plane(swappedPairs)])
    case .nv12: return try converted(.nv12, [plane(bytes), plane(bytes, start: try lumaByteCount())])
    case .i420:
      let (luma, row) = (try lumaByteCount(), layout.rowByteCount / 2)
      let chroma = row * ((layout.height + 1) / 2)
      guard bytes.count >= luma + chroma else { throw .bufferTooSmall(byteCount: bytes.count, minimum: luma + chroma) }
      return try converted(
        .i420, [plane(bytes), plane(bytes, start: luma, row: row), plane(bytes, start: luma + chroma, row: row)])
    }
  }

  private func packed(_ format: PixelImage.Format) throws(ImageError) -> PixelImage {
    try PixelImage(
      width: layout.width, height: layout.height, format: format, rowByteStride: layout.rowByteCount, pixels: bytes)
  }

  private func converted(_ format: YUVImage.Format, _ planes: [YUVImage.Plane]) throws(ImageError) -> PixelImage {
    PixelImage(
      try YUVImage(
        width: layout.width, height: layout.height, format: format, encoding: layout.encoding, planes: planes))
  }

  private func plane(_ bytes: [UInt8], start: Int = 0, row: Int? = nil) -> YUVImage.Plane {
    YUVImage.Plane(bytes: bytes, start: start, rowByteStride: row ?? layout.rowByteCount)
  }

  private func lumaByteCount() throws(ImageError) -> Int {
    let luma = layout.rowByteCount * layout.height
    guard bytes.count >= luma else { throw .bufferTooSmall(byteCount: bytes.count, minimum: luma) }
    return luma
  }

  /// The bytes with each two of them exchanged: UYVY becomes YUYV.
  private var swappedPairs: [UInt8] {
    var swapped = bytes
    for index in stride(from: 0, to: swapped.count - 1, by: 2) { swapped.swapAt(index, index + 1) }
    return swapped
  }
}
