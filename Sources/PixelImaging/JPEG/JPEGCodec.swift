// On Apple's systems, ImageIO reads and writes this format.
#if JPEG && !canImport(ImageIO)
  import CTurboJPEG
  import MudraPlatform

  /// JPEG through libjpeg-turbo's TurboJPEG interface, which returns error codes: no `longjmp` crosses a Swift frame.
  enum JPEGCodec {
    /// Decodes a gray or color JPEG to RGB as it is stored, with its orientation.
    ///
    /// A truncated file is rejected, as is one whose first fault affects pixels; stray bytes between segments do not.
    static func decode(
      _ bytes: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      let header = try JPEGHeader(bytes, limits: limits)
      let pixels = try pixels(of: bytes, header, limits: limits)
      let image = PixelImage(packed: pixels, width: header.width, height: header.height, format: .rgb)
      return (image, header.orientation)
    }

    private static func pixels(
      of bytes: [UInt8], _ header: JPEGHeader, limits: ImageLimits
    ) throws(ImageError) -> [UInt8] {
      try limits.check(memoryByteCount: header.memoryByteCount, fileByteCount: bytes.count)
      guard let decoder = tjInitDecompress() else { throw .damaged(format: .jpeg, reason: "out of memory") }
      defer { tjDestroy(decoder) }
      let isCMYK = header.componentCount == 4
      let rowByteCount = header.width * (isCMYK ? 4 : PixelImage.Format.rgb.channelCount)
      var pixels = [UInt8](repeating: 0, count: rowByteCount * header.height)
      let file = header.hasEndMarker ? bytes : bytes + [0xFF, 0xD9]
      let status = tjDecompress2(
        decoder, file, UInt(file.count), &pixels, Int32(header.width), Int32(rowByteCount), Int32(header.height),
        Int32((isCMYK ? TJPF_CMYK : TJPF_RGB).rawValue), TJFLAG_LIMITSCANS)
      if status != 0 {
        let message = String(cString: tjGetErrorStr2(decoder))
        // A file without an end marker is whole only if nothing else is missing.
        func says(_ words: String) -> Bool { strstr(message, words) != nil }
        if says("remature end") || !header.hasEndMarker { throw .truncated(format: .jpeg) }
        let isWarning = tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
        guard isWarning, harmlessWarnings.contains(where: says) else {
          throw .damaged(format: .jpeg, reason: message)
        }
      }
      return isCMYK ? rgb(ofInverted: pixels) : pixels
    }

    /// Red, green and blue of pixels of cyan, magenta, yellow and black, which JPEG files hold inverted: 255 is no ink.
    private static func rgb(ofInverted pixels: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { output, count in
        pixels.withUnsafeBufferPointer { inks in
          for pixel in stride(from: 0, to: inks.count, by: 4) {
            let black = Int(inks[pixel + 3])
            for channel in 0..<3 { output[count + channel] = UInt8((Int(inks[pixel + channel]) * black + 127) / 255) }
            count += 3
          }
        }
      }
    }

    /// Encodes an image as gray or color, all colors at full resolution; transparency is dropped.
    static func encode(_ image: PixelImage, quality: Int) throws(ImageError) -> [UInt8] {
      guard (1...100).contains(quality) else {
        throw .cannotEncode(format: .jpeg, reason: "the quality is \(quality), expected a number from 1 to 100")
      }
      guard max(image.width, image.height) <= sideLimit, let rowByteStride = Int32(exactly: image.rowByteStride) else {
        throw .cannotEncode(format: .jpeg, reason: "the image is larger than \(sideLimit) × \(sideLimit)")
      }
      let (width, height) = (Int32(image.width), Int32(image.height))
      let sampling = Int32(image.format == .gray ? TJSAMP_GRAY.rawValue : TJSAMP_444.rawValue)
      let capacity = Int(bitPattern: tjBufSize(width, height, sampling))
      guard ZeroedMemory.isAvailable(byteCount: capacity) else { throw .outOfMemory(byteCount: capacity) }
      guard let encoder = tjInitCompress() else { throw .cannotEncode(format: .jpeg, reason: "out of memory") }
      defer { tjDestroy(encoder) }
      var isEncoded = false
      let encoded = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        var (target, byteCount) = (output.baseAddress, UInt(capacity))
        let status = image.withUnsafeBytes { pixels in
          tjCompress2(
            encoder, pixels.bindMemory(to: UInt8.self).baseAddress, width, rowByteStride, height,
            image.format.jpegFormat, &target, &byteCount, sampling, Int32(quality), TJFLAG_NOREALLOC)
        }
        isEncoded = status == 0
        count = isEncoded ? Int(byteCount) : 0
      }
      guard isEncoded else {
        throw .cannotEncode(format: .jpeg, reason: String(cString: tjGetErrorStr2(encoder)))
      }
      return encoded
    }

    /// The longest side that the format can state.
    private static let sideLimit = 65_535

    /// Substrings of libjpeg's warnings that do not affect pixels. It reports only the first of several warnings.
    private static let harmlessWarnings = [
      "extraneous bytes before marker", "unknown JFIF revision", "Unknown Adobe color transform", "bad ICC marker",
      "Invalid SOS parameters for sequential",
    ]
  }

  extension PixelImage.Format {
    fileprivate var jpegFormat: Int32 {
      switch self {
      case .rgb: Int32(TJPF_RGB.rawValue)
      case .rgba: Int32(TJPF_RGBA.rawValue)
      case .bgr: Int32(TJPF_BGR.rawValue)
      case .bgra: Int32(TJPF_BGRA.rawValue)
      case .gray: Int32(TJPF_GRAY.rawValue)
      }
    }
  }
#elseif !canImport(ImageIO)
  /// Stands in for libjpeg-turbo in a build without the trait `JPEG`.
  enum JPEGCodec {
    static func decode(
      _ bytes: [UInt8], limits: ImageLimits
    ) throws(ImageError) -> (image: PixelImage, orientation: ImageOrientation) {
      throw .codecMissing(format: .jpeg, trait: PixelImage.EncodedFormat.jpeg.trait)
    }

    static func encode(_ image: PixelImage, quality: Int) throws(ImageError) -> [UInt8] {
      throw .codecMissing(format: .jpeg, trait: PixelImage.EncodedFormat.jpeg.trait)
    }
  }
#endif
