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
  }

  package let layout: Layout
  package let bytes: [UInt8]
  /// Milliseconds of the camera's clock.
  package let timestamp: Int

  /// The colors.
  package func image(limits: ImageLimits) throws(ImageError) -> PixelImage {
    let planes: [YUVImage.Plane]
    let format: YUVImage.Format
    switch layout.format {
    case .mjpeg: return try PixelImage(encoded: bytes, limits: limits)
    case .yuyv:
      format = .yuyv
      planes = [YUVImage.Plane(bytes: bytes, rowByteStride: layout.rowByteCount)]
    case .nv12:
      format = .nv12
      let luma = layout.rowByteCount * layout.height
      guard bytes.count >= luma else { throw .bufferTooSmall(byteCount: bytes.count, minimum: luma) }
      planes = [
        YUVImage.Plane(bytes: bytes, rowByteStride: layout.rowByteCount),
        YUVImage.Plane(bytes: bytes, start: luma, rowByteStride: layout.rowByteCount),
      ]
    }
    return PixelImage(
      try YUVImage(
        width: layout.width, height: layout.height, format: format, encoding: layout.encoding, planes: planes))
  }
}
