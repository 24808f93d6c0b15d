#if canImport(ImageIO)
  import CoreGraphics

  extension CGImage {
    /// The pixels as rows without gaps, drawn: `space` and `alpha` say what is stored for a pixel. Colors are not
    /// premultiplied by alpha.
    ///
    /// - Throws: `ImageError.noBitmap` if it cannot be drawn; if it is larger than the limits, before memory is taken.
    package func pixels(
      space: CGColorSpace, alpha: CGImageAlphaInfo, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) -> [UInt8] {
      try limits.check(width: width, height: height)
      let channelCount = space.model == .monochrome ? 1 : 4
      try limits.check(memoryByteCount: channelCount * width * height)
      var pixels = [UInt8](repeating: 0, count: channelCount * width * height)
      let isDrawn = pixels.withUnsafeMutableBytes { bytes in
        let context = CGContext(
          data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: channelCount * width,
          space: space, bitmapInfo: alpha.rawValue)
        // Not blended with what is there, whose transparent black would only cost time.
        context?.setBlendMode(.copy)
        context?.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        return context != nil
      }
      guard isDrawn else { throw .noBitmap }
      if alpha == .premultipliedLast { Self.unpremultiply(&pixels) }
      return pixels
    }

    /// Drawing premultiplies colors by alpha.
    private static func unpremultiply(_ pixels: inout [UInt8]) {
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[pixel + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in pixel..<pixel + 3 {
          pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }
  }
#endif
