#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import HandPose
  import PixelImaging

  /// A picture that is read when it is needed, once.
  final class PictureSource: Sendable {
    private let read: @Sendable () throws(TaskError) -> VisionPicture
    private let outcome = Guarded<Result<VisionPicture, VNError>?>(nil)

    private init(_ read: @escaping @Sendable () throws(TaskError) -> VisionPicture) {
      self.read = read
    }

    /// The picture.
    ///
    /// - Throws: `VNError` for a picture that cannot be read, each time.
    func picture() throws(VNError) -> VisionPicture {
      try outcome.withLock { (outcome) throws(VNError) in
        let result = outcome ?? Result { () throws(TaskError) in try read() }.mapError { VNError($0) }
        outcome = result
        return try result.get()
      }
    }

    // MARK: Kinds of pictures

    convenience init(_ bitmap: CGImage, _ orientation: CGImagePropertyOrientation?) {
      self.init { () throws(TaskError) in VisionPicture(MPImage(image: bitmap.pixels), orientation ?? .up) }
    }

    convenience init(_ buffer: CVPixelBuffer, _ orientation: CGImagePropertyOrientation?) {
      self.init { () throws(TaskError) in VisionPicture(try MPImage(pixelBuffer: buffer), orientation ?? .up) }
    }

    convenience init(_ frame: CMSampleBuffer, _ orientation: CGImagePropertyOrientation?) {
      self.init { () throws(TaskError) in
        let (start, duration) = (CMSampleBufferGetPresentationTimeStamp(frame), CMSampleBufferGetDuration(frame))
        return VisionPicture(
          try MPImage(sampleBuffer: frame), orientation ?? .up,
          timeRange: CMTimeRange(
            start: start.isValid ? start : .zero, duration: duration.isValid && start.isValid ? duration : .zero))
      }
    }

    /// Replaces the orientation of the picture only if another is given.
    convenience init(_ image: CIImage, _ orientation: CGImagePropertyOrientation?) {
      let orientation = orientation.map { image.orientation.followed(by: $0) } ?? image.orientation
      if let bitmap = image.cgImage {
        self.init(bitmap, orientation)
      } else if let buffer = image.pixelBuffer {
        self.init(buffer, orientation)
      } else {
        self.init { () throws(TaskError) in throw .image(.noBitmap) }
      }
    }

    /// The orientation that a file states counts unless another is given.
    convenience init(_ url: URL, _ orientation: CGImagePropertyOrientation?) {
      self.init(orientation) { () throws(ImageError) in try PixelImage.stored(contentsOfFile: url.path) }
    }

    /// The orientation that a file states counts unless another is given.
    convenience init(_ data: Data, _ orientation: CGImagePropertyOrientation?) {
      self.init(orientation) { () throws(ImageError) in try PixelImage.stored(encoded: [UInt8](data)) }
    }

    private convenience init(
      _ orientation: CGImagePropertyOrientation?,
      _ read: @escaping @Sendable () throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation)
    ) {
      self.init { () throws(TaskError) in
        do throws(ImageError) {
          let stored = try read()
          return VisionPicture(
            MPImage(image: stored.image), orientation ?? CGImagePropertyOrientation(stored.orientation))
        } catch {
          throw .image(error)
        }
      }
    }
  }
#endif
