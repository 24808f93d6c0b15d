#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  // MARK: Pixel formats

  /// Blue, green, red, alpha.
  public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
  /// A plane of luma, 16…235, and one of chroma, 16…240: NV12.
  public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
  /// A plane of luma and one of chroma, 0…255: NV12.
  public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

  // MARK: Results

  /// The result of one of CoreVideo's functions.
  public typealias CVReturn = Int32
  /// Success.
  public let kCVReturnSuccess: CVReturn = 0
  /// An error without a number of its own.
  public let kCVReturnError: CVReturn = -6660
  /// A parameter is out of its range.
  public let kCVReturnInvalidArgument: CVReturn = -6661
  /// The system refuses the memory.
  public let kCVReturnAllocationFailed: CVReturn = -6662
  /// The pixel format is not supported.
  public let kCVReturnInvalidPixelFormat: CVReturn = -6680
  /// A side is not positive, or too long.
  public let kCVReturnInvalidSize: CVReturn = -6681

  // MARK: Attributes, which have no effect

  /// The key of the pixel format.
  public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
  /// The key of the width.
  public let kCVPixelBufferWidthKey: CFString = "Width"
  /// The key of the height.
  public let kCVPixelBufferHeightKey: CFString = "Height"
  /// The key of the compatibility with `CGImage`.
  public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
  /// The key of the compatibility with bitmap contexts.
  public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
  /// The key of the compatibility with Metal.
  public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
  /// The key of the properties of the memory shared by processes.
  public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

  // MARK: Attachments

  /// Whether an attachment goes on to what is made of the buffer.
  public enum CVAttachmentMode: UInt32, Sendable {
    /// It does not.
    case shouldNotPropagate = 0
    /// It does.
    case shouldPropagate = 1
  }

  /// The key of the weights of red and blue in luma.
  public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
  /// The weights of BT.709.
  public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
  /// The weights of BT.601.
  public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"

  /// Attaches a value to a buffer. Pictures heed the one for `kCVImageBufferYCbCrMatrixKey`.
  public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: any Sendable, _ attachmentMode: CVAttachmentMode
  ) {
    buffer.setAttachment(value, for: key)
  }

  /// The value that is attached to a buffer; nil if there is none.
  public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
  ) -> (any Sendable)? {
    attachmentMode?.pointee = .shouldPropagate
    return buffer.attachment(for: key)
  }
#endif
