#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import HandTracking
  import PixelImaging
  import TestSupport
  import Testing

  /// Drawn hands as an app on Apple's systems would have them.
  enum CameraFrames {
    /// The file of a drawn hand.
    static func path(_ name: String = "Thumb_Up_left") -> String {
      RenderedHands.url(name).path
    }

    /// A drawn hand.
    static func image(_ format: PixelImage.Format = .rgb) throws -> PixelImage {
      try PixelImage(contentsOfFile: path()).converted(to: format)
    }

    /// A drawn hand in gray, as luma and chroma.
    static func yuvImage(_ range: YUVImage.Encoding.Range) throws -> YUVImage {
      let gray = try image(.gray)
      let luma = gray.withUnsafeBytes { [UInt8]($0) }
      return try YUVImage(
        width: gray.width, height: gray.height, format: .nv12, encoding: YUVImage.Encoding(range: range),
        pixels: luma + [UInt8](repeating: 128, count: luma.count / 2))
    }

    // MARK: Buffers, made by CoreVideo's functions

    /// A buffer of zeros.
    static func buffer(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
      var buffer: CVPixelBuffer?
      let attributes = [kCVPixelBufferCGImageCompatibilityKey: true] as CFDictionary
      #expect(CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer) == kCVReturnSuccess)
      return try #require(buffer)
    }

    /// A buffer with a picture of BGRA.
    static func buffer(of image: PixelImage) throws -> CVPixelBuffer {
      let buffer = try buffer(image.width, image.height, kCVPixelFormatType_32BGRA)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let address = try #require(CVPixelBufferGetBaseAddress(buffer))
      let stride = CVPixelBufferGetBytesPerRow(buffer)
      image.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for row in 0..<image.height {
          (address + row * stride).copyMemory(from: base + row * image.rowByteStride, byteCount: 4 * image.width)
        }
      }
      return buffer
    }

    /// A buffer with luma of a gray picture, and chroma of 128.
    static func buffer(ofGray image: PixelImage, _ format: OSType) throws -> CVPixelBuffer {
      let buffer = try buffer(image.width, image.height, format)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
      let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
      image.withUnsafeBytes { bytes in
        for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, 0) {
          for column in 0..<CVPixelBufferGetWidthOfPlane(buffer, 0) {
            (luma + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
              .storeBytes(of: bytes[row * image.rowByteStride + column], toByteOffset: column, as: UInt8.self)
          }
        }
      }
      for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, 1) {
        (chroma + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, 1))
          .initializeMemory(as: UInt8.self, repeating: 128, count: 2 * CVPixelBufferGetWidthOfPlane(buffer, 1))
      }
      return buffer
    }

    /// A camera's frame at a time.
    static func sample(_ buffer: CVPixelBuffer, at time: CMTime) throws -> CMSampleBuffer {
      var description: CMVideoFormatDescription?
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescriptionOut: &description)
      var timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
      var sample: CMSampleBuffer?
      let status = CMSampleBufferCreateReadyWithImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: buffer, formatDescription: try #require(description),
        sampleTiming: &timing, sampleBufferOut: &sample)
      #expect(status == noErr)
      return try #require(sample)
    }

    // MARK: Pixels

    /// Where the pixels, or the luma, of a picture are.
    static func address(_ pixels: FramePixels) -> UnsafeRawPointer? {
      switch pixels {
      case .image(let image): image.withUnsafeBytes { $0.baseAddress }
      case .yuv(let picture): picture.withSamples { $0.luma }
      }
    }
  }
#endif
