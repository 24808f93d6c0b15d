// On Apple's systems, ImageIO reads and writes this format.
#if PNG && !canImport(ImageIO)
  import CPNG
  import MudraPlatform

  /// PNG through libpng. Each call returns an error code: no `longjmp` crosses a Swift frame.
  enum PNGCodec {
    /// Decodes a PNG to RGB, or RGBA if it has transparency, as it is stored, with its orientation.
    static func decode(
      _ file: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      let bytes = PNGRepair(file).bytes
      let header = try PNGHeader(bytes)
      try limits.check(width: header.width, height: header.height)
      let format: PixelImage.Format = header.hasAlpha ? .rgba : .rgb
      let (pixelCount, channelCount) = (header.width * header.height, format.channelCount)
      let byteCount = pixelCount * channelCount
      try limits.check(sampleCount: pixelCount * max(header.pixelByteCount, channelCount))
      // Turning the pixels takes a copy of them.
      let copyCount = header.orientation == .up ? 1 : 2
      try limits.check(memoryByteCount: copyCount * byteCount, fileByteCount: bytes.count)
      var message = [CChar](repeating: 0, count: 128)
      var isDecoded = false
      let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, count in
        isDecoded =
          mudra_png_decode(
            bytes, bytes.count, header.pixelsEnd, UInt32(header.width), UInt32(header.height),
            UInt32(channelCount), pixels.baseAddress, &message, message.count) == 1
        count = isDecoded ? byteCount : 0
      }
      guard isDecoded else { throw .damaged(format: .png, reason: text(message)) }
      let image = PixelImage(packed: pixels, width: header.width, height: header.height, format: format)
      return (image, header.orientation)
    }

    /// Encodes an image as gray, RGB or RGBA with 8 bits per channel.
    static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
      guard let rowStride = Int32(exactly: image.rowByteStride),
        let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height)
      else { throw .cannotEncode(format: .png, reason: "the image is too large") }
      var request = png_image()
      request.version = UInt32(PNG_IMAGE_VERSION)
      request.width = width
      request.height = height
      request.format = image.format.pngFormat

      // Space for stored (uncompressed) data; if it is too small, libpng reports how much it needs.
      let rowBytes = image.width * image.format.channelCount + 1
      let outputByteCount = rowBytes * image.height + rowBytes * image.height / 8 + 1024
      guard ZeroedMemory.isAvailable(byteCount: outputByteCount) else { throw .outOfMemory(byteCount: outputByteCount) }
      var output = [UInt8](repeating: 0, count: outputByteCount)
      for _ in 0..<2 {
        var byteCount = png_alloc_size_t(output.count)
        let isEncoded = image.withUnsafeBytes { pixels in
          png_image_write_to_memory(&request, &output, &byteCount, 0, pixels.baseAddress, rowStride, nil)
        }
        if isEncoded != 0 {
          output.removeSubrange(Int(byteCount)...)
          return output
        }
        guard byteCount > output.count else { break }
        output = [UInt8](repeating: 0, count: Int(byteCount))
      }
      let reason = withUnsafeBytes(of: request.message) { text($0.bindMemory(to: CChar.self)) }
      throw .cannotEncode(format: .png, reason: reason)
    }

    private static func text(_ message: some Sequence<CChar>) -> String {
      String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  extension PixelImage.Format {
    fileprivate var pngFormat: UInt32 {
      switch self {
      case .rgb: UInt32(PNG_FORMAT_FLAG_COLOR)
      case .rgba: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      case .bgr: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR)
      case .bgra: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
      case .gray: 0
      }
    }
  }
#elseif !canImport(ImageIO)
  /// Stands in for libpng in a build without the trait `PNG`.
  enum PNGCodec {
    static func decode(
      _ bytes: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      throw .codecMissing(format: .png, trait: PixelImage.EncodedFormat.png.trait)
    }

    static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
      throw .codecMissing(format: .png, trait: PixelImage.EncodedFormat.png.trait)
    }
  }
#endif
