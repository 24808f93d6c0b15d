#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  extension ImageProcessingRequest {
    /// What the request finds in a PNG or JPEG file, with the orientation that it states unless another is given.
    ///
    /// - Throws: `VisionError`.
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
      try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// What the request finds in the bytes of a PNG or JPEG file, with the orientation that they state unless another
    /// is given.
    ///
    /// - Throws: `VisionError`.
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
      try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    /// What the request finds in a bitmap.
    ///
    /// - Throws: `VisionError`.
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
      try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// What the request finds in a picture of CoreImage's.
    ///
    /// - Throws: `VisionError`.
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
      try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// What the request finds in a pixel buffer.
    ///
    /// - Throws: `VisionError`.
    public func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) async throws
      -> Result
    {
      try await ImageRequestHandler(pixelBuffer, orientation: orientation).perform(self)
    }

    /// What the request finds in a camera's frame.
    ///
    /// - Throws: `VisionError`.
    public func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws
      -> Result
    {
      try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }
  }
#endif
