import PixelImaging

extension PixelImage {
  /// The bytes of all pixels, rows without gaps.
  var packedBytes: [UInt8] {
    let rowByteCount = width * format.channelCount
    return withUnsafeBytes { bytes in
      (0..<height).flatMap { Array(bytes[$0 * rowByteStride..<$0 * rowByteStride + rowByteCount]) }
    }
  }
}
