import Foundation
import MudraPlatform
import PixelImaging

/// Reads pictures of the kinds that people have: PNG and JPEG, and through the system's program `ffmpeg` WebP, HEIC,
/// AVIF, GIF and animated WebP (the first picture), BMP, TIFF, PPM and its relatives, and JPEG 2000.
///
/// Pictures are turned upright as their file says. FFmpeg gets the bytes without a name, may try one reader only, and
/// is ended after the time that it has.
public enum PictureReader {
  /// A picture, and what is wrong with its file outside the pixels.
  package typealias Picture = (image: PixelImage, notes: [String])

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limits: limits on the file and the picture.
  ///   - patience: the longest time that FFmpeg may take, in whole seconds.
  /// - Throws: `VideoError` if the file cannot be read, is not a picture, is damaged or exceeds the limits; its reason
  ///   is `programMissing` if FFmpeg is needed but not installed.
  public static func image(
    contentsOfFile path: String, limits: ImageLimits = ImageLimits(), patience: Duration = .seconds(60)
  ) throws(VideoError) -> PixelImage {
    try picture(contentsOfFile: path, bounds: ReadingBounds(limits: limits, patience: patience.wholeSeconds)).image
  }

  /// Decodes the bytes of a file, like ``image(contentsOfFile:limits:patience:)``.
  ///
  /// - Parameters:
  ///   - bytes: all bytes of the file.
  ///   - name: its name in errors.
  ///   - limits: limits on the file and the picture.
  ///   - patience: the longest time that FFmpeg may take, in whole seconds.
  /// - Throws: `VideoError`, like ``image(contentsOfFile:limits:patience:)``.
  public static func image(
    encoded bytes: [UInt8], name: String = "picture", limits: ImageLimits = ImageLimits(),
    patience: Duration = .seconds(60)
  ) throws(VideoError) -> PixelImage {
    let bounds = ReadingBounds(limits: limits, patience: patience.wholeSeconds)
    return try picture(encoded: bytes, name: name, bounds: bounds).image
  }

  /// Whether a file that starts with these bytes is a picture that is read. `FileFormat.byteCount` of them are enough.
  package static func reads(_ firstBytes: [UInt8]) -> Bool {
    PixelImage.EncodedFormat(firstBytes: firstBytes) != nil
      || FileFormat(firstBytes: firstBytes).map(ConvertedPicture.reads) ?? false
  }

  /// Reads a file, and tells what is wrong with it outside the pixels.
  package static func picture(contentsOfFile path: String, bounds: ReadingBounds) throws(VideoError) -> Picture {
    let bytes: [UInt8]
    do {
      bytes = try PictureFile.read(path, limits: bounds.limits, isAccepted: reads)
    } catch {
      throw VideoError(path, .image(error))
    }
    return try picture(encoded: bytes, name: path, bounds: bounds)
  }

  /// Decodes the bytes of a file, and tells what is wrong with it outside the pixels.
  package static func picture(
    encoded bytes: [UInt8], name: String, bounds: ReadingBounds
  ) throws(VideoError) -> Picture {
    if let kind = FileFormat(firstBytes: bytes), ConvertedPicture.reads(kind) {
      return (try converted(kind, bytes, name: name, bounds: bounds), [])
    }
    do {
      let image = try PixelImage(encoded: bytes, limits: bounds.limits)
      return (image, PixelImage.notes(onEncoded: bytes))
    } catch {
      throw VideoError(name, .image(error))
    }
  }

  // MARK: Through FFmpeg

  private static func converted(
    _ kind: FileFormat, _ bytes: [UInt8], name: String, bounds: ReadingBounds
  ) throws(VideoError) -> PixelImage {
    guard bytes.count <= bounds.limits.fileByteCount else {
      throw VideoError(name, .image(.fileTooLarge(byteLimit: bounds.limits.fileByteCount)))
    }
    if let form = ConvertedPicture.unreadForm(kind, bytes) {
      throw VideoError(name, .unusable("\(kind.name) \(form), which is not read"))
    }
    guard let picture = ConvertedPicture(kind, bytes) else {
      throw VideoError(name, .unusable("\(kind.name) that is damaged or in an unsupported form"))
    }
    guard ProgramPath.find("ffmpeg") != nil else {
      throw VideoError(name, .programMissing("\(kind.name): needs ffmpeg, which is not installed"))
    }
    if let canvas = picture.canvas {
      do {
        try bounds.limits.check(width: canvas.width, height: canvas.height)
      } catch {
        throw VideoError(name, .image(error))
      }
    }
    let file = try OpenedVideo.unnamedFile(with: picture.bytes, for: name)
    defer { close(file) }
    let count = picture.columns * picture.rows
    let arguments = FFmpeg.pictureArguments(
      format: picture.format, count: count, filter: picture.filter, patience: bounds.patience, limits: bounds.limits)
    var reader = try FFmpegReader(arguments, descriptor: file, name: name, bounds: bounds, holdsSignals: false)
    guard let first = try reader.nextFrame()?.image else {
      throw VideoError(name, .unusable("\(kind.name) without a picture"))
    }
    guard let size = picture.size else {
      // What FFmpeg says at its end is of pixels that it could not decode.
      _ = try reader.nextFrame()
      return picture.shown(first)
    }
    var canvas = try TileCanvas(size, columns: picture.columns, first: first, name: name, limits: bounds.limits)
    for _ in 1..<max(count, 1) {
      guard let tile = try reader.nextFrame()?.image else {
        throw VideoError(name, .unusable("\(kind.name) that is cut short"))
      }
      canvas.add(tile)
    }
    return picture.shown(try canvas.image(name))
  }
}

extension Duration {
  /// Seconds, rounded up, at least 1.
  var wholeSeconds: Int { Int(clamping: max(components.seconds + (components.attoseconds > 0 ? 1 : 0), 1)) }
}
