#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// Performs requests on consecutive frames of a video.
  ///
  /// Hands are tracked from frame to frame, which is faster than finding them anew. Use one handler for each video. A
  /// request with other settings, and a frame of another orientation, start over. A request that fails does not prevent
  /// the others.
  open class VNSequenceRequestHandler: NSObject {
    private let detectors = FrameDetectors()

    /// A handler that has not seen any frames.
    public override init() {}

    private func perform(_ requests: [VNRequest], on source: PictureSource) throws(VNError) {
      try VNRequest.perform(requests, on: source, by: VideoFrameDetection(detectors))
    }

    // MARK: Frames

    /// Performs requests on the next frame: a bitmap that is upright.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], on image: CGImage) throws {
      try perform(requests, on: PictureSource(image, nil))
    }

    /// Performs requests on the next frame: a bitmap with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(image, orientation))
    }

    /// Performs requests on the next frame: a picture of CoreImage's, with its own orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], on image: CIImage) throws {
      try perform(requests, on: PictureSource(image, nil))
    }

    /// Performs requests on the next frame: a picture of CoreImage's with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(image, orientation))
    }

    /// Performs requests on the next frame: a pixel buffer that is upright.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
      try perform(requests, on: PictureSource(pixelBuffer, nil))
    }

    /// Performs requests on the next frame: a pixel buffer with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(pixelBuffer, orientation))
    }

    /// Performs requests on the next frame: a camera's frame that is upright.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
      try perform(requests, on: PictureSource(sampleBuffer, nil))
    }

    /// Performs requests on the next frame: a camera's frame with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(sampleBuffer, orientation))
    }

    /// Performs requests on the next frame: a PNG or JPEG file, with the orientation that is stated there.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
      try perform(requests, on: PictureSource(imageURL, nil))
    }

    /// Performs requests on the next frame: a PNG or JPEG file with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(imageURL, orientation))
    }

    /// Performs requests on the next frame: the bytes of a PNG or JPEG file, with the orientation that is stated there.
    ///
    /// - Throws: the first `VNError`.
    open func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
      try perform(requests, on: PictureSource(imageData, nil))
    }

    /// Performs requests on the next frame: the bytes of a PNG or JPEG file with an orientation.
    ///
    /// - Throws: the first `VNError`.
    open func perform(
      _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
    ) throws {
      try perform(requests, on: PictureSource(imageData, orientation))
    }
  }
#endif
