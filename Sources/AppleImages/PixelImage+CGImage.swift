import PixelImaging

#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS)
  import CoreGraphics

  extension PixelImage {
    /// The pixels of a bitmap as RGBA, with colors unpremultiplied, as in MediaPipe.
    ///
    /// - Throws: `ImageError.noBitmap` for a bitmap that cannot be drawn; `.tooLarge` and the like above the default
    ///   limits.
    package init(_ bitmap: CGImage) throws(ImageError) {
      let pixels = try bitmap.pixels(space: CGColorSpaceCreateDeviceRGB(), alpha: .premultipliedLast)
      self.init(packed: pixels, width: bitmap.width, height: bitmap.height, format: .rgba)
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
