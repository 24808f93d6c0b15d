import AppleImages
import PixelImaging

#if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
  /// The orientation type for pictures from Apple's types, as in MediaPipe's framework.
  public typealias BufferOrientation = UIImage.Orientation
#else
  /// The orientation type for pictures from Apple's types; UIKit's own on systems that have it.
  public typealias BufferOrientation = ImageOrientation
#endif

extension MPImage {
  /// A picture from an upright pixel buffer, like `init(pixelBuffer:orientation:)`.
  ///
  /// - Throws: the same errors.
  public convenience init(pixelBuffer: CVPixelBuffer) throws(TaskError) {
    try self.init(pixelBuffer: pixelBuffer, orientation: .up)
  }

  /// A picture from a pixel buffer of BGRA, or of luma and chroma in two planes (`420v`, `420f`).
  ///
  /// The pixels are not copied: the picture retains the buffer, locked for reading.
  /// - Throws: `TaskError.image` for another pixel format, for rows that are too short or too few, or if the buffer
  ///   cannot be locked.
  public convenience init(pixelBuffer: CVPixelBuffer, orientation: BufferOrientation) throws(TaskError) {
    let pixels = try FramePixels(pixelBuffer)
    self.init(pixels, orientation: ImageOrientation(orientation), source: .pixelBuffer(pixelBuffer))
  }

  /// The buffer that the picture was created from; nil if it was created from something else.
  public var pixelBuffer: CVPixelBuffer? {
    if case .pixelBuffer(let buffer) = source { buffer } else { nil }
  }
}

extension ImageOrientation {
  /// The same orientation as Mudra's type.
  init(_ orientation: BufferOrientation) {
    self = ImageOrientation(rawValue: orientation.rawValue) ?? .up
  }
}

extension FramePixels {
  /// The pixels of a buffer, in place.
  init(_ buffer: CVPixelBuffer) throws(TaskError) {
    if let picture = buffer.picture {
      self = picture
      return
    }
    do throws(ImageError) {
      let locked = try LockedPixelBuffer(buffer)
      self =
        switch CVPixelBufferGetPixelFormatType(buffer) {
        case kCVPixelFormatType_32BGRA: .image(try locked.image(.bgra))
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .yuv(try locked.yuvImage(.video))
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .yuv(try locked.yuvImage(.full))
        case let other: throw .unsupportedPixelBuffer(format: other)
        }
    } catch {
      throw .image(error)
    }
  }
}

/// A pixel buffer that is locked for reading as long as this object lives. Its memory does not change in that time.
private final class LockedPixelBuffer: @unchecked Sendable {
  private let buffer: CVPixelBuffer

  init(_ buffer: CVPixelBuffer) throws(ImageError) {
    let status = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    guard status == kCVReturnSuccess else { throw .cannotLockPixelBuffer(status: status) }
    self.buffer = buffer
  }

  deinit {
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  func image(_ format: PixelImage.Format) throws(ImageError) -> PixelImage {
    let rowByteStride = CVPixelBufferGetBytesPerRow(buffer)
    let height = CVPixelBufferGetHeight(buffer)
    return try PixelImage(
      width: CVPixelBufferGetWidth(buffer), height: height, format: format, rowByteStride: rowByteStride,
      unownedPixels: Self.bytes(CVPixelBufferGetBaseAddress(buffer), count: rowByteStride * height), owner: self)
  }

  func yuvImage(_ range: YUVImage.Encoding.Range) throws(ImageError) -> YUVImage {
    let planes = (0..<CVPixelBufferGetPlaneCount(buffer)).map { index in
      let rowByteStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
      return YUVImage.Plane(
        unownedBytes: Self.bytes(
          CVPixelBufferGetBaseAddressOfPlane(buffer, index),
          count: rowByteStride * CVPixelBufferGetHeightOfPlane(buffer, index)),
        rowByteStride: rowByteStride, owner: self)
    }
    return try YUVImage(
      width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer), format: .nv12,
      encoding: YUVImage.Encoding(matrix: matrix, range: range), planes: planes)
  }

  /// The bytes from an address on; none if it is missing, which the picture then rejects.
  private static func bytes(_ address: UnsafeMutableRawPointer?, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count)
  }

  /// BT.709 if the buffer says so, otherwise BT.601.
  private var matrix: YUVImage.Encoding.Matrix {
    let name = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
    return name == kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String ? .bt709 : .bt601
  }
}
