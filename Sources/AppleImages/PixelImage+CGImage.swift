import PixelImaging

#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS)
  import CoreGraphics

  extension PixelImage {
    /// The pixels of a bitmap as RGBA, with colors unpremultiplied, as in MediaPipe.
    ///
    /// - Throws: `ImageError.noBitmap` for a bitmap that cannot be drawn.
    package init(_ bitmap: CGImage) throws(ImageError) {
      let (width, height) = (bitmap.width, bitmap.height)
      var pixels = [UInt8](repeating: 0, count: 4 * width * height)
      let isDrawn = pixels.withUnsafeMutableBytes { bytes in
        let context = CGContext(
          data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.draw(bitmap, in: CGRect(x: 0, y: 0, width: width, height: height))
        return context != nil
      }
      guard isDrawn else { throw .noBitmap }
      // Drawing premultiplies colors by alpha.
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[pixel + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in pixel..<pixel + 3 {
          pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
        }
      }
      try self.init(width: width, height: height, format: .rgba, pixels: pixels)
    }
  }
#else
  extension PixelImage {
    /// The pixels of a bitmap, which are not copied. The same call draws the bitmap on Apple's systems, and can fail.
    package init(_ bitmap: CGImage) throws(ImageError) {
      self = bitmap.pixels
    }
  }
#endif
