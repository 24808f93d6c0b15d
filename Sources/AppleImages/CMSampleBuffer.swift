#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  /// A frame of a camera or clip with its time, by CoreMedia's name.
  public final class CMSampleBuffer: Sendable {
    /// The frame; nil for a buffer of something else.
    public let imageBuffer: CVImageBuffer?
    /// When the frame is to be shown.
    public let presentationTimeStamp: CMTime
    /// How long the frame is to be shown.
    public let duration: CMTime

    /// A frame with its time. (Mudra's addition.)
    public init(imageBuffer: CVImageBuffer?, presentationTimeStamp: CMTime, duration: CMTime = .invalid) {
      self.imageBuffer = imageBuffer
      self.presentationTimeStamp = presentationTimeStamp
      self.duration = duration
    }
  }

  /// When a frame is shown, and how long.
  public struct CMSampleTimingInfo: Sendable {
    /// How long the frame is shown.
    public var duration: CMTime
    /// When the frame is shown.
    public var presentationTimeStamp: CMTime
    /// When the frame is decoded, which nothing here uses.
    public var decodeTimeStamp: CMTime

    /// Times from their components.
    public init(
      duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid, decodeTimeStamp: CMTime = .invalid
    ) {
      self.duration = duration
      self.presentationTimeStamp = presentationTimeStamp
      self.decodeTimeStamp = decodeTimeStamp
    }

    /// No times.
    public static let invalid = CMSampleTimingInfo()
  }

  /// The size of a frame in pixels.
  public struct CMVideoDimensions: Sendable, Hashable {
    /// Pixels of a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// A size from its sides.
    public init(width: Int32, height: Int32) {
      self.width = width
      self.height = height
    }
  }

  /// The size and format of frames, by CoreMedia's name.
  public final class CMFormatDescription: Sendable {
    /// The size; sides beyond `Int32` count as its largest number.
    public let dimensions: CMVideoDimensions
    /// The pixel format.
    public let mediaSubType: OSType

    init(_ buffer: CVImageBuffer) {
      dimensions = CMVideoDimensions(
        width: Int32(clamping: CVPixelBufferGetWidth(buffer)), height: Int32(clamping: CVPixelBufferGetHeight(buffer)))
      mediaSubType = CVPixelBufferGetPixelFormatType(buffer)
    }
  }

  /// CoreMedia's name of the size and format of frames.
  public typealias CMVideoFormatDescription = CMFormatDescription

  // MARK: Making

  /// Describes the frames of a buffer.
  ///
  /// - Returns: `noErr`.
  @discardableResult
  public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
  ) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer)
    return noErr
  }

  /// Makes a frame with its time.
  ///
  /// - Returns: `noErr`.
  @discardableResult
  public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
  ) -> OSStatus {
    sampleBufferOut.pointee = CMSampleBuffer(
      imageBuffer: imageBuffer, presentationTimeStamp: sampleTiming.pointee.presentationTimeStamp,
      duration: sampleTiming.pointee.duration)
    return noErr
  }

  // MARK: Reading

  /// The frame; nil for a buffer of something else.
  public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

  /// When the frame is to be shown.
  public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

  /// How long the frame is to be shown.
  public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

  /// Whether the buffer can be used: always.
  public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { true }

  /// The size and format of the frame; nil for a buffer of something else.
  public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.imageBuffer.map { CMFormatDescription($0) }
  }

  /// The size of frames.
  public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
  }
#endif
