#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  import PixelImaging

  /// A bitmap by CoreGraphics' name: a `PixelImage`, which is not copied. Colors are not premultiplied by alpha.
  public final class CGImage: Sendable {
    /// The pixels. (Mudra's addition.)
    public let pixels: PixelImage

    /// A bitmap of pixels. (Mudra's addition.)
    public init(_ pixels: PixelImage) {
      self.pixels = pixels
    }

    /// Pixels of a row.
    public var width: Int { pixels.width }
    /// Rows.
    public var height: Int { pixels.height }
    /// Bytes from the start of one row to the start of the next.
    public var bytesPerRow: Int { pixels.rowByteStride }
    /// Bits of a channel.
    public var bitsPerComponent: Int { 8 }
    /// Bits of a pixel.
    public var bitsPerPixel: Int { 8 * pixels.format.channelCount }
  }
#endif
