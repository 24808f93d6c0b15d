extension PixelImage {
  /// A file format of pictures, recognized by its first bytes.
  public enum EncodedFormat: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG (JFIF or EXIF).
    case jpeg = "JPEG"

    /// The package trait that enables the codec.
    public var trait: String { rawValue }

    /// The format of a file's bytes; throws for none and for another.
    init(_ encoded: [UInt8]) throws(ImageError) {
      guard !encoded.isEmpty else { throw .emptyFile }
      guard let format = Self(firstBytes: encoded) else { throw .unrecognized(encoded) }
      self = format
    }

    /// The format that starts with these bytes, or nil.
    package init?(firstBytes bytes: some Collection<UInt8>) {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]) {
        self = .png
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF] as [UInt8]) {
        self = .jpeg
      } else {
        return nil
      }
    }

    /// The number of channels that a file has, before it is decoded to at least three: 1 and 2 are gray. Nil if its
    /// header is damaged.
    package static func channelCount(_ encoded: [UInt8]) -> Int? {
      switch Self(firstBytes: encoded) {
      case .png:
        guard encoded.count > 25, let header = try? PNGHeader(encoded) else { return nil }
        return (encoded[25] & 3 == 0 ? 1 : 3) + (header.hasAlpha ? 1 : 0)
      case .jpeg:
        return (try? JPEGHeader(encoded, limits: ImageLimits())).map { $0.componentCount == 1 ? 1 : 3 }
      case nil: return nil
      }
    }
  }
}
