#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// Performs requests on a picture. A picture that cannot be read is an error when requests are performed, not before.
  open class VNImageRequestHandler: NSObject {
    private let source: PictureSource

    // MARK: Pictures of an orientation

    /// A handler of a bitmap, which is not copied.
    public init(cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(image, orientation)
    }

    /// A handler of a picture of CoreImage's, which is not copied. `orientation` is applied after the picture's own.
    public init(ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(image, orientation)
    }

    /// A handler of a pixel buffer, which is not copied.
    public init(
      cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
      options: [VNImageOption: Any] = [:]
    ) {
      source = PictureSource(pixelBuffer, orientation)
    }

    /// A handler of a camera's frame, which is not copied.
    public init(
      cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
      options: [VNImageOption: Any] = [:]
    ) {
      source = PictureSource(sampleBuffer, orientation)
    }

    /// A handler of a PNG or JPEG file, which is read when requests are performed. `orientation` replaces the one that
    /// the file states.
    public init(url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(imageURL, orientation)
    }

    /// A handler of the bytes of a PNG or JPEG file, which are decoded when requests are performed. `orientation`
    /// replaces the one that the file states.
    public init(data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(imageData, orientation)
    }

    // MARK: Other pictures

    /// A handler of a bitmap that is upright, which is not copied.
    public init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(image, nil)
    }

    /// A handler of a picture of CoreImage's with its own orientation, which is not copied.
    public init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(image, nil)
    }

    /// A handler of a pixel buffer that is upright, which is not copied.
    public init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(pixelBuffer, nil)
    }

    /// A handler of a camera's frame that is upright, which is not copied.
    public init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(sampleBuffer, nil)
    }

    /// A handler of a PNG or JPEG file with the orientation that it states, which is read when requests are performed.
    public init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(imageURL, nil)
    }

    /// A handler of the bytes of a PNG or JPEG file with the orientation that they state, which are decoded when
    /// requests are performed.
    public init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
      source = PictureSource(imageData, nil)
    }

    // MARK: Performing

    /// Performs requests, one after another. One that fails does not prevent the others.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest]) throws {
      try VNRequest.perform(requests, on: source, by: DetectorPool.shared)
    }
  }
#endif
