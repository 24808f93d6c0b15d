#if !os(macOS) && !WITHOUT_FOUNDATION
  import AppleImages
  import PixelImaging

  extension MPImage {
    /// A picture from a `UIImage` with its own orientation.
    ///
    /// - Throws: as `init(uiImage:orientation:)`.
    public convenience init(uiImage: UIImage) throws(TaskError) {
      try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// A picture from a `UIImage` as stored; `orientation` replaces its own.
    ///
    /// On Apple's systems the image is drawn into memory; elsewhere its pixels are not copied.
    /// - Throws: `TaskError.image` for an image without a `CGImage`, or one that cannot be drawn.
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws(TaskError) {
      guard let cgImage = uiImage.cgImage else { throw .image(.noBitmap) }
      let image: PixelImage
      do {
        image = try PixelImage(cgImage)
      } catch {
        throw .image(error)
      }
      self.init(.image(image), orientation: ImageOrientation(orientation), source: .uiImage(uiImage))
    }
  }
#endif
