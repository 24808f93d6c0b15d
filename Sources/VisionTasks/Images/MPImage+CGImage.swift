import AppleImages
import PixelImaging

#if os(macOS)
  import AppKit
#endif

extension MPImage {
  /// A picture from a bitmap as it is stored. (Mudra's addition.)
  ///
  /// On Apple's systems the bitmap is drawn into memory; elsewhere its pixels are not copied.
  /// - Throws: `TaskError.image` for a bitmap that is too large or cannot be drawn.
  public convenience init(cgImage: CGImage, orientation: ImageOrientation = .up) throws(TaskError) {
    let image: PixelImage
    do {
      image = try PixelImage(cgImage)
    } catch {
      throw .image(error)
    }
    self.init(image: image, orientation: orientation)
  }

  #if os(macOS)
    /// A picture from AppKit's image, as it is displayed. (Mudra's addition.)
    ///
    /// - Throws: `TaskError.image` for an image without a bitmap, and as for a `CGImage`.
    public convenience init(nsImage: NSImage) throws(TaskError) {
      guard let cgImage = nsImage.cgImage(forProposedRect: nil, context: nil, hints: nil) else {
        throw .image(.noBitmap)
      }
      try self.init(cgImage: cgImage)
    }
  #endif
}
