import PixelImaging

/// A frame as it is sent and recorded: a header and its pixels.
public struct FrameMessage: Sendable {
  /// The most pixels of a side of a frame.
  public static let sideLimit = 1920
  /// The most bytes of a frame, its header included.
  public static let byteLimit = 4 << 20

  /// What the frame is.
  public let header: FrameHeader
  /// The header and the pixels.
  public let bytes: [UInt8]

  /// A frame from a message. Its size is checked, pixels are not yet decoded.
  ///
  /// - Throws: `FrameError`.
  public init(_ bytes: [UInt8]) throws(FrameError) {
    header = try FrameHeader(bytes)
    self.bytes = bytes
    guard header.width <= Self.sideLimit, header.height <= Self.sideLimit else { throw sizeError }
    guard header.format != .picture else { return }
    guard header.width > 0, header.height > 0 else { throw sizeError }
    let chroma = (header.width + 1) / 2 * ((header.height + 1) / 2)
    let expected = header.width * header.height + 2 * chroma
    let found = bytes.count - FrameHeader.byteCount
    guard found == expected else { throw .byteCount(found: found, expected: expected) }
  }

  /// A frame from a header and its pixels.
  ///
  /// - Throws: `FrameError`.
  public init(_ header: FrameHeader, pixels: [UInt8]) throws(FrameError) {
    try self.init(header.bytes + pixels)
  }

  private var sizeError: FrameError {
    .size(width: header.width, height: header.height, limit: Self.sideLimit)
  }

  /// The decoded pixels.
  ///
  /// - Throws: `FrameError.image` for a picture that cannot be decoded, `.otherSize`.
  public func image() throws(FrameError) -> PixelImage {
    do {
      guard header.format == .picture else { return PixelImage(try yuvImage()) }
      // The progressive JPEGs of phones and of libjpeg's usual script have 5 to 6.3 samples a pixel.
      let limits = ImageLimits(
        sideLength: Self.sideLimit, pixelCount: Self.sideLimit * Self.sideLimit,
        sampleCount: 8 * Self.sideLimit * Self.sideLimit, fileByteCount: Self.byteLimit, memoryByteCount: 64 << 20,
        scanCount: 20)
      let image = try PixelImage(encoded: Array(bytes[FrameHeader.byteCount...]), limits: limits)
      guard header.width == 0 || header.width == image.width, header.height == 0 || header.height == image.height
      else {
        throw FrameError.otherSize(
          width: image.width, height: image.height, expectedWidth: header.width, expectedHeight: header.height)
      }
      return image
    } catch let error as ImageError {
      throw .image(error)
    } catch let error as FrameError {
      throw error
    } catch {
      throw .notAFrame
    }
  }

  private func yuvImage() throws(ImageError) -> YUVImage {
    let (width, height) = (header.width, header.height)
    let encoding = YUVImage.Encoding(
      matrix: header.flags.contains(.bt709) ? .bt709 : .bt601,
      range: header.flags.contains(.fullRange) ? .full : .video)
    let chroma = FrameHeader.byteCount + width * height
    var planes = [
      YUVImage.Plane(bytes: bytes, start: FrameHeader.byteCount), YUVImage.Plane(bytes: bytes, start: chroma),
    ]
    if header.format == .i420 {
      planes.append(YUVImage.Plane(bytes: bytes, start: chroma + (width + 1) / 2 * ((height + 1) / 2)))
    }
    return try YUVImage(
      width: width, height: height, format: header.format == .i420 ? .i420 : .nv12, encoding: encoding, planes: planes)
  }
}
