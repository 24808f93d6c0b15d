#if JPEG
  import CTurboJPEG

  /// JPEG through libjpeg-turbo's TurboJPEG interface, which returns codes: no `longjmp` passes a Swift frame.
  enum JPEGCodec {
    /// Decodes a grey or colour JPEG into RGB and turns it upright.
    ///
    /// Missing data is an error, also in the middle; stray bytes between segments are not.
    static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> Image {
      let header = try JPEGHeader(bytes, limits: limits)
      guard let decoder = tjInitDecompress() else { throw .damaged(format: .jpeg, reason: "out of memory") }
      defer { tjDestroy(decoder) }
      let rowByteCount = header.width * PixelFormat.rgb.channelCount
      var pixels = [UInt8](repeating: 0, count: rowByteCount * header.height)
      // Only the first or the last of several warnings can be seen: a harmless first one leads to a second pass for the last.
      for flags in [TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING, TJFLAG_LIMITSCANS] {
        let status = tjDecompress2(
          decoder, bytes, UInt(bytes.count), &pixels, Int32(header.width), Int32(rowByteCount), Int32(header.height),
          Int32(TJPF_RGB.rawValue), flags)
        if status == 0 { break }
        try checkIsHarmless(
          String(cString: tjGetErrorStr2(decoder)),
          isWarning: tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue))
      }
      return header.orientation.upright(pixels, width: header.width, height: header.height, format: .rgb)
    }

    /// Refuses errors, and warnings of missing or wrong data.
    private static func checkIsHarmless(_ message: String, isWarning: Bool) throws(ImageError) {
      if message.contains("remature end") { throw .truncated(format: .jpeg) }
      guard isWarning, !message.hasPrefix("Corrupt") || message.contains("extraneous bytes") else {
        throw .damaged(format: .jpeg, reason: message)
      }
    }
  }
#else
  /// Stands in for libjpeg-turbo in a build without the trait `JPEG`.
  enum JPEGCodec {
    static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> Image {
      throw .codecMissing(format: .jpeg, trait: EncodedFormat.jpeg.trait)
    }
  }
#endif
