#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS)
  import CoreMedia
  import PixelImaging

  #if os(iOS) || os(tvOS) || os(visionOS)
    import UIKit
  #endif

  extension MPImage {
    /// A picture from an upright camera frame, like `init(sampleBuffer:orientation:)`.
    ///
    /// - Throws: the same errors.
    public convenience init(sampleBuffer: CMSampleBuffer) throws(TaskError) {
      try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// A picture from the pixel buffer of a camera frame, which is not copied.
    ///
    /// - Throws: `TaskError.image` for a frame without a pixel buffer, or with a format that
    ///   `init(pixelBuffer:orientation:)` does not support.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: BufferOrientation) throws(TaskError) {
      guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { throw .image(.noPixelBuffer) }
      let pixels = try FramePixels(buffer)
      self.init(pixels, orientation: ImageOrientation(orientation), sourceType: .sampleBuffer)
    }
  }
#endif
