import AppleImages
import PixelImaging

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
    self.init(pixels, orientation: ImageOrientation(orientation), source: .sampleBuffer(sampleBuffer))
  }

  /// The frame that the picture was created from; nil if it was created from something else.
  public var sampleBuffer: CMSampleBuffer? {
    if case .sampleBuffer(let buffer) = source { buffer } else { nil }
  }
}
