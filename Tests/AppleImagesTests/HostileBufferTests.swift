#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import HandTracking
  import PixelImaging
  import Testing

  /// Sizes, strides and planes that cannot be end in a status or a typed error, never in a trap.
  @Suite struct HostileBufferTests {
    private static let formats = [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]

    private func error(_ buffer: CVPixelBuffer?) throws -> ImageError? {
      let buffer = try #require(buffer)
      let error = #expect(throws: TaskError.self) { try MPImage(pixelBuffer: buffer) }
      guard case .image(let reason) = error else { return nil }
      return reason
    }

    /// A buffer over 64 bytes.
    private func buffer(_ width: Int, _ height: Int, _ format: OSType, bytesPerRow: Int) -> (CVReturn, CVPixelBuffer?) {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      var buffer: CVPixelBuffer?
      let status = CVPixelBufferCreateWithBytes(
        nil, width, height, format, memory, bytesPerRow,
        { _, address in UnsafeMutableRawPointer(mutating: address)?.deallocate() },
        nil, nil, &buffer)
      if buffer == nil { memory.deallocate() }
      return (status, buffer)
    }

    // MARK: Sizes

    @Test(arguments: formats, [(0, 1), (1, 0), (-1, 1), (1, Int.min), (Int.min, Int.min)])
    func `a side that is not positive is refused`(format: OSType, size: (Int, Int)) {
      var made: CVPixelBuffer?
      #expect(CVPixelBufferCreate(nil, size.0, size.1, format, nil, &made) == kCVReturnInvalidSize)
      #expect(made == nil)
      #expect(buffer(size.0, size.1, format, bytesPerRow: 8).0 == kCVReturnInvalidSize)
    }

    @Test(
      arguments: formats, [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (1 << 40, 1 << 40), (1 << 61, 1)])
    func `memory that cannot be is refused`(format: OSType, size: (Int, Int)) {
      var made: CVPixelBuffer?
      #expect(CVPixelBufferCreate(nil, size.0, size.1, format, nil, &made) == kCVReturnAllocationFailed)
      #expect(made == nil)
    }

    @Test func `a format that is unknown is refused`() throws {
      var made: CVPixelBuffer?
      #expect(CVPixelBufferCreate(nil, 1, 1, 0x3234_3247, nil, &made) == kCVReturnInvalidPixelFormat)
      // Memory of any format may be in a buffer, but not in a picture.
      #expect(try error(buffer(1, 1, 0x3234_3247, bytesPerRow: 8).1) == .unsupportedPixelBuffer(format: 0x3234_3247))
    }

    // MARK: Rows

    @Test(arguments: [(-1, 2), (Int.min, 1), (Int.max, 2), (1 << 62, 4)])
    func `rows whose bytes cannot be counted are refused`(bytesPerRow: Int, height: Int) {
      #expect(buffer(1, height, kCVPixelFormatType_32BGRA, bytesPerRow: bytesPerRow).0 == kCVReturnInvalidArgument)
    }

    @Test func `rows that are too short for the pixels are refused`() throws {
      let format = kCVPixelFormatType_32BGRA
      #expect(
        try error(buffer(4, 2, format, bytesPerRow: 15).1) == .rowStrideTooSmall(rowByteStride: 15, minimum: 16))
      #expect(try error(buffer(4, 2, format, bytesPerRow: 0).1) == .rowStrideTooSmall(rowByteStride: 0, minimum: 16))
      #expect(try error(buffer(.max, 2, format, bytesPerRow: 16).1) == .bufferTooSmall(byteCount: 32, minimum: .max))
    }

    // MARK: Planes

    /// A buffer over planes of 64 bytes.
    private func planarBuffer(
      _ width: Int, _ height: Int, _ planes: [(width: Int, height: Int, bytesPerRow: Int)],
      format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, hasMemory: Bool = true
    ) -> (CVReturn, CVPixelBuffer?) {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      var addresses = planes.map { _ in hasMemory ? memory : nil }
      var (widths, heights) = (planes.map(\.width), planes.map(\.height))
      var strides = planes.map(\.bytesPerRow)
      var buffer: CVPixelBuffer?
      let status = CVPixelBufferCreateWithPlanarBytes(
        nil, width, height, format, memory, 64, planes.count, &addresses, &widths, &heights, &strides,
        { _, memory, _, _, _ in UnsafeMutableRawPointer(mutating: memory)?.deallocate() }, nil, nil, &buffer)
      if buffer == nil { memory.deallocate() }
      return (status, buffer)
    }

    @Test func `planes that fit are a picture`() throws {
      let buffer = try #require(planarBuffer(4, 4, [(4, 4, 4), (2, 2, 4)]).1)
      #expect(CVPixelBufferIsPlanar(buffer))
      #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
      #expect(CVPixelBufferGetDataSize(buffer) == 24)
      #expect(try MPImage(pixelBuffer: buffer).width == 4)
    }

    @Test func `planes that cannot be are refused`() {
      #expect(planarBuffer(4, 4, []).0 == kCVReturnInvalidArgument)
      #expect(planarBuffer(4, 4, [(4, -1, 4), (2, 2, 4)]).0 == kCVReturnInvalidArgument)
      #expect(planarBuffer(4, 4, [(-1, 4, 4), (2, 2, 4)]).0 == kCVReturnInvalidArgument)
      #expect(planarBuffer(4, 4, [(4, .max, .max), (2, 2, 4)]).0 == kCVReturnInvalidArgument)
      #expect(planarBuffer(4, 4, [(4, 1, 16)], format: kCVPixelFormatType_32BGRA).0 == kCVReturnInvalidArgument)
      #expect(planarBuffer(0, 4, [(4, 4, 4), (2, 2, 4)]).0 == kCVReturnInvalidSize)
      // A format with planes has no one base address.
      #expect(
        buffer(4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, bytesPerRow: 4).0 == kCVReturnInvalidArgument)
    }

    @Test func `too few or too small planes are not a picture`() throws {
      #expect(try error(planarBuffer(4, 4, [(4, 4, 4)]).1) == .wrongPlaneCount(found: 1, expected: 2))
      #expect(
        try error(planarBuffer(4, 4, [(4, 4, 4), (2, 2, 2), (2, 2, 2)]).1) == .wrongPlaneCount(found: 3, expected: 2))
      #expect(try error(planarBuffer(4, 4, [(4, 3, 4), (2, 2, 4)]).1) == .bufferTooSmall(byteCount: 12, minimum: 16))
      #expect(
        try error(planarBuffer(4, 4, [(4, 4, 3), (2, 2, 4)]).1) == .rowStrideTooSmall(rowByteStride: 3, minimum: 4))
      #expect(
        try error(planarBuffer(4, 4, [(4, 4, 4), (2, 2, 4)], hasMemory: false).1)
          == .bufferTooSmall(byteCount: 0, minimum: 16))
      #expect(
        try error(planarBuffer(.max, .max, [(4, 4, 4), (2, 2, 4)]).1)
          == .rowStrideTooSmall(rowByteStride: 4, minimum: .max))
    }

    @Test(arguments: [-1, 2, .min, .max])
    func `a plane that is not there has nothing`(index: Int) throws {
      let buffer = try CameraFrames.buffer(4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, index) == nil)
      #expect(CVPixelBufferGetWidthOfPlane(buffer, index) == 0)
      #expect(CVPixelBufferGetHeightOfPlane(buffer, index) == 0)
      #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, index) == 0)
      let unplanar = try CameraFrames.buffer(4, 4, kCVPixelFormatType_32BGRA)
      #expect(CVPixelBufferGetPlaneCount(unplanar) == 0)
      #expect(CVPixelBufferGetBaseAddressOfPlane(unplanar, 0) == nil)
    }

    // MARK: Others

    @Test func `an unlock without a lock is an error`() throws {
      let buffer = try CameraFrames.buffer(1, 1, kCVPixelFormatType_32BGRA)
      #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
      #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
      #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
      #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
      #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
      #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    }

    @Test func `a frame without a buffer and an image without a bitmap are refused`() {
      let sample = CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: .zero)
      #expect(throws: TaskError.image(.noPixelBuffer)) { try MPImage(sampleBuffer: sample) }
      #expect(CMSampleBufferGetFormatDescription(sample) == nil)
      let error = #expect(throws: TaskError.image(.noBitmap)) { try MPImage(uiImage: UIImage()) }
      #expect(
        (error as (any Error)?)?.localizedDescription
          == "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
    }
  }
#endif
