import AppleImages
import HandTracking

extension HandPoseRequestHandler {
  /// A handler of a pixel buffer, which is not copied. A buffer that cannot be read is an error when requests are
  /// performed.
  public init(
    cvPixelBuffer: CVPixelBuffer, orientation: BufferOrientation = .up, options: [ImageOption: Any] = [:]
  ) {
    self.init(
      Result { () throws(TaskError) in try MPImage(pixelBuffer: cvPixelBuffer, orientation: orientation) })
  }

  /// A handler of a camera frame, which is not copied. A frame that cannot be read is an error when requests are
  /// performed.
  public init(
    cmSampleBuffer: CMSampleBuffer, orientation: BufferOrientation = .up, options: [ImageOption: Any] = [:]
  ) {
    self.init(
      Result { () throws(TaskError) in try MPImage(sampleBuffer: cmSampleBuffer, orientation: orientation) })
  }
}
