extension PixelImage {
  /// Reads a PNG or JPEG file, which its first bytes tell apart.
  ///
  /// The result is `.rgba` for a PNG with transparency and `.rgb` otherwise. The orientation that EXIF or XMP states is
  /// applied to the pixels. Color profiles and gamma are not applied; 16-bit samples are read by their high byte.
  ///
  /// - Throws: `ImageError` for a file that cannot be read, is not a PNG or JPEG, is damaged, or exceeds the limits.
  public init(contentsOfFile path: String, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    try self.init(encoded: PictureFile.read(path, limits: limits), limits: limits)
  }

  /// Decodes the bytes of a PNG or JPEG file, like ``init(contentsOfFile:limits:)``.
  ///
  /// - Throws: `ImageError` for bytes that are not a PNG or JPEG, are damaged, or exceed the limits.
  public init(encoded: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    let (image, orientation) = try Self.stored(encoded: encoded, limits: limits)
    self = image.upright(from: orientation)
  }

  /// Reads a PNG or JPEG file as it is stored, and the orientation that it states, `.up` if none.
  package static func stored(
    contentsOfFile path: String, limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
    try stored(encoded: PictureFile.read(path, limits: limits), limits: limits)
  }

  /// Decodes the bytes of a PNG or JPEG file as they are stored, and the orientation that they state, `.up` if none.
  package static func stored(
    encoded: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
    switch try EncodedFormat(encoded) {
    case .png: try PNGCodec.decode(encoded, limits: limits)
    case .jpeg: try JPEGCodec.decode(encoded, limits: limits)
    }
  }

  /// The image as a PNG file: gray, RGB or RGBA, 8 bits per channel.
  ///
  /// - Throws: `ImageError.codecMissing` without the package trait `PNG`, `ImageError.cannotEncode` or `.outOfMemory`.
  public func pngData() throws(ImageError) -> [UInt8] {
    try PNGCodec.encode(self)
  }

  /// Writes a PNG file. Either the whole file is written or nothing at all.
  ///
  /// - Throws: `ImageError.codecMissing` without the package trait `PNG`, `ImageError.cannotEncode` or `.outOfMemory`.
  public func writePNG(toFile path: String) throws(ImageError) {
    try PictureFile.write(pngData(), to: path)
  }

  /// The image as a JPEG file: gray or color, without transparency.
  ///
  /// - Parameter quality: from 1, smallest, to 100, best. Colors have the resolution of the picture, so that thin lines
  ///   keep theirs.
  /// - Throws: `ImageError.codecMissing` without the package trait `JPEG`, `ImageError.cannotEncode` (for any other
  ///   quality too) or `.outOfMemory`.
  public func jpegData(quality: Int = 90) throws(ImageError) -> [UInt8] {
    try JPEGCodec.encode(self, quality: quality)
  }

  /// Writes a JPEG file. Either the whole file is written or nothing at all.
  ///
  /// - Parameters:
  ///   - path: the file, which is replaced.
  ///   - quality: from 1, smallest, to 100, best.
  /// - Throws: `ImageError.codecMissing` without the package trait `JPEG`, `ImageError.cannotEncode` (for any other
  ///   quality too) or `.outOfMemory`.
  public func writeJPEG(toFile path: String, quality: Int = 90) throws(ImageError) {
    try PictureFile.write(jpegData(quality: quality), to: path)
  }
}
