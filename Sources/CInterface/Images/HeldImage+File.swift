import MudraPlatform
import PixelImaging
import VisionTasks

extension HeldImage {
  /// The picture of a PNG or JPEG file, upright, with the channels that the file has.
  ///
  /// - Throws: `CallFailure` with MediaPipe's statuses.
  static func file(_ path: String) throws(CallFailure) -> HeldImage {
    let image: PixelImage
    let channelCount: Int?
    do throws(ImageError) {
      let bytes = try PictureFile.read(path, limits: ImageLimits())
      channelCount = PixelImage.EncodedFormat.channelCount(bytes)
      image = try PixelImage(encoded: bytes)
    } catch {
      throw Self.failure(error, path)
    }
    guard channelCount != 2 else {
      throw .invalid("Expected image with 1 (grayscale), 3 (RGB) or 4 (RGBA) channels, found 2 channels.")
    }
    let upright = channelCount == 1 ? image.converted(to: .gray) : image
    let format: HeldFormat =
      switch upright.format {
      case .gray: .gray8
      case .rgba, .bgra: .srgba
      case .rgb, .bgr: .srgb
      }
    return try upright.withUnsafeBytes { (bytes) throws(CallFailure) in
      guard let start = bytes.baseAddress else { throw Self.failure(.emptyFile, path) }
      return try HeldImage(
        format: format, width: upright.width, height: upright.height, alignment: 1,
        rowByteStride: upright.rowByteStride, pixels: start)
    }
  }

  private static func failure(_ error: ImageError, _ path: String) -> CallFailure {
    switch error {
    case .cannotRead where FileNames.kind(of: path) == nil: CallFailure(.notFoundError, "Can't find file: \(path)")
    case .cannotRead: CallFailure(.unavailableError, "Error while reading file: \(path)")
    case .outOfMemory: CallFailure(.resourceExhaustedError, error.description)
    case .unrecognizedFormat, .otherFile, .emptyFile: CallFailure(.internalError, "Failed to load image from file")
    default: CallFailure(.internalError, "Failed to load image from file (\(error.description))")
    }
  }
}
