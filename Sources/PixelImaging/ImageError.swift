import MudraPlatform

/// What is wrong with a picture, a region or a file.
public enum ImageError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case cannotRead(path: String, reason: String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// There are no bytes.
  case emptyFile
  /// The file is larger than the limit.
  case fileTooLarge(byteLimit: Int)
  /// The first bytes are not of a known format.
  case unrecognizedFormat
  /// The first bytes are those of another kind of file, which the reason names.
  case otherFile(reason: String)
  /// The package was built without this codec.
  case codecMissing(format: PixelImage.EncodedFormat, trait: String)
  /// The file ends before its picture does.
  case truncated(format: PixelImage.EncodedFormat)
  /// The file violates its format.
  case damaged(format: PixelImage.EncodedFormat, reason: String)
  /// The file is valid but of an unsupported kind.
  case unsupported(format: PixelImage.EncodedFormat, reason: String)
  /// The codec could not encode.
  case cannotEncode(format: PixelImage.EncodedFormat, reason: String)
  /// A side is zero or negative.
  case emptySize(width: Int, height: Int)
  /// The size exceeds the limits.
  case tooLarge(width: Int, height: Int, limits: ImageLimits)
  /// Decoding would process more samples than the limit.
  case tooManySamples(count: Int, limit: Int)
  /// The file and its picture take more memory than the limit.
  case tooMuchMemory(byteCount: Int, limit: Int)
  /// The system refuses memory within the limits.
  case outOfMemory(byteCount: Int)
  /// A progressive JPEG has more scans than the limit.
  case tooManyScans(limit: Int)
  /// Rows are shorter than their pixels.
  case rowStrideTooSmall(rowByteStride: Int, minimum: Int)
  /// The buffer does not hold all rows.
  case bufferTooSmall(byteCount: Int, minimum: Int)
  /// A picture of luma and chroma has another number of planes than its format.
  case wrongPlaneCount(found: Int, expected: Int)
  /// A pixel buffer of Apple's systems has an unsupported format. `format` is its four-character code.
  case unsupportedPixelBuffer(format: UInt32)
  /// A pixel buffer of Apple's systems cannot be locked for reading.
  case cannotLockPixelBuffer(status: Int32)
  /// A sample buffer has no pixel buffer.
  case noPixelBuffer
  /// An image has no bitmap, or one that cannot be drawn.
  case noBitmap
  /// The region is empty, not finite, or too thin to sample.
  case invalidRegion(ImageRegion)
}

extension ImageError: CustomStringConvertible {
  /// A human-readable sentence.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .emptyFile: "the image file is empty"
    case .fileTooLarge(let limit): "the image file is larger than the limit of \(limit) bytes"
    case .unrecognizedFormat: "neither a PNG nor a JPEG picture"
    case .otherFile(let reason): reason
    case .codecMissing(let format, let trait):
      "this build cannot handle \(format.rawValue): the package trait \(trait) is off"
    case .truncated(let format): "the \(format.rawValue) data is cut short"
    case .damaged(let format, let reason): "the \(format.rawValue) data is damaged: \(reason)"
    case .unsupported(let format, let reason): "unsupported \(format.rawValue): \(reason)"
    case .cannotEncode(let format, let reason): "cannot encode \(format.rawValue): \(reason)"
    case .emptySize(let width, let height): "image size \(width) × \(height) has no pixels"
    case .tooLarge(let width, let height, let limits):
      "image size \(width) × \(height) is over the limit (side \(limits.sideLength), \(limits.pixelCount) pixels)"
    case .tooManySamples(let count, let limit):
      "decoding the image goes over \(count) samples, the limit is \(limit)"
    case .tooMuchMemory(let byteCount, let limit):
      "decoding the image takes \(byteCount) bytes of memory, the limit is \(limit)"
    case .outOfMemory(let byteCount): "the system refuses \(byteCount) bytes of memory for the image"
    case .tooManyScans(let limit): "the JPEG data has more than \(limit) scans"
    case .rowStrideTooSmall(let stride, let minimum): "row stride is \(stride) bytes, a row needs \(minimum)"
    case .bufferTooSmall(let count, let minimum): "pixel buffer has \(count) bytes, the image needs \(minimum)"
    case .wrongPlaneCount(let found, let expected): "found \(found) planes, expected \(expected)"
    case .unsupportedPixelBuffer(let format):
      "the pixel buffer's format is \(Self.characters(format)), expected BGRA, 420v or 420f"
    case .cannotLockPixelBuffer(let status): "the pixel buffer cannot be locked for reading (status \(status))"
    case .noPixelBuffer: "the sample buffer has no pixel buffer"
    case .noBitmap: "the image has no bitmap that can be drawn"
    case .invalidRegion(let region):
      "region (center \(region.centerX), \(region.centerY), size \(region.width) × \(region.height), "
        + "rotation \(region.rotation)) cannot be sampled"
    }
  }

  /// A four-character code, or its number if the characters are not printable.
  private static func characters(_ code: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * UInt32($0))) }
    return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : String(code)
  }
}

extension ImageError {
  /// The error for a file that starts with these bytes, which are not those of a picture that can be read.
  package static func unrecognized(_ bytes: [UInt8]) -> ImageError {
    guard let kind = FileFormat(firstBytes: bytes) else { return .unrecognizedFormat }
    return .otherFile(reason: kind.sentence("not a PNG or JPEG picture"))
  }
}
