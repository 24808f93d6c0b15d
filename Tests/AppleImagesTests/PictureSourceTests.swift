#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import HandTracking
  import PixelImaging
  import TestSupport
  import Testing

  /// An `MPImage` is the same whatever it is made of, and nothing is copied.
  @Suite struct PictureSourceTests {
    private func landmarker() throws -> HandLandmarker {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath =
        PackageFolders.root.appendingPathComponent("Models/hand_landmarker.task").path
      return try HandLandmarker(options: options)
    }

    /// Whether a task finds the same one hand in both.
    private func expectSameHand(_ picture: MPImage, _ other: MPImage) throws {
      let task = try landmarker()
      let (found, expected) = (try task.detect(image: picture), try task.detect(image: other))
      #expect(found.landmarks.count == 1)
      #expect(found.landmarks == expected.landmarks)
      #expect(found.worldLandmarks == expected.worldLandmarks)
      #expect(found.handedness == expected.handedness)
    }

    // MARK: The same results

    @Test func `a CGImage keeps its pixels and its orientation`() throws {
      let pixels = try PixelImage(width: 2, height: 1, format: .rgba, pixels: [1, 2, 3, 4, 5, 6, 7, 8])
      let picture = try MPImage(cgImage: CGImage(pixels), orientation: .left)
      #expect(picture.pixelImage.withUnsafeBytes { [UInt8]($0) } == [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(picture.orientation == .left)
      #expect(picture.imageSourceType == .image)
      #expect(try MPImage(cgImage: CGImage(pixels)).orientation == .up)
    }

    @Test func `a UIImage gives the hands of its pixels`() throws {
      let image = try #require(UIImage(contentsOfFile: CameraFrames.path()))
      let picture = try MPImage(uiImage: image)
      #expect(picture.imageSourceType == .image)
      #expect(CGSize(width: picture.width, height: picture.height) == image.size)
      try expectSameHand(picture, MPImage(image: CameraFrames.image()))
    }

    @Test func `a UIImage has its own orientation or the one that is given`() throws {
      let image = try UIImage(cgImage: CGImage(CameraFrames.image()), scale: 2, orientation: .down)
      #expect(try MPImage(uiImage: image).orientation == .down)
      #expect(try MPImage(uiImage: image, orientation: .left).orientation == .left)
      try expectSameHand(
        MPImage(uiImage: image, orientation: UIImage.Orientation.up), MPImage(image: CameraFrames.image()))
    }

    @Test func `a buffer of BGRA gives the hands of its pixels`() throws {
      let image = try CameraFrames.image(.bgra)
      let picture = try MPImage(pixelBuffer: CameraFrames.buffer(of: image))
      #expect(picture.imageSourceType == .pixelBuffer)
      try expectSameHand(picture, MPImage(image: image))
    }

    @Test(arguments: [
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, YUVImage.Encoding.Range.video),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, YUVImage.Encoding.Range.full),
    ])
    func `a buffer of luma and chroma gives the hands of the same samples`(
      format: OSType, range: YUVImage.Encoding.Range
    ) throws {
      let buffer = try CameraFrames.buffer(ofGray: CameraFrames.image(.gray), format)
      let yuvImage = try CameraFrames.yuvImage(range)
      try expectSameHand(MPImage(pixelBuffer: buffer), MPImage(yuvImage: yuvImage))
      try expectSameHand(MPImage(pixelBuffer: CVPixelBuffer(yuvImage)), MPImage(yuvImage: yuvImage))
    }

    @Test func `a frame of a camera gives the hands of its buffer`() throws {
      let image = try CameraFrames.image(.bgra)
      let sample = try CameraFrames.sample(CameraFrames.buffer(of: image), at: CMTime(value: 1, timescale: 30))
      let picture = try MPImage(sampleBuffer: sample, orientation: .up)
      #expect(picture.imageSourceType == .sampleBuffer)
      try expectSameHand(picture, MPImage(image: image))
    }

    @Test func `the weights of luma are those that are attached`() throws {
      let buffer = try CameraFrames.buffer(2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      func matrix() throws -> YUVImage.Encoding.Matrix? {
        if case .yuv(let picture) = try MPImage(pixelBuffer: buffer).pixels { picture.encoding.matrix } else { nil }
      }
      #expect(try matrix() == .bt601)
      CVBufferSetAttachment(
        buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
      #expect(try matrix() == .bt709)
    }

    // MARK: What a picture was made of

    @Test func `a picture gives back the object that it was made of`() throws {
      let buffer = try CameraFrames.buffer(2, 2, kCVPixelFormatType_32BGRA)
      let sample = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: .zero)
      #expect(try MPImage(pixelBuffer: buffer).pixelBuffer === buffer)
      #expect(try MPImage(pixelBuffer: buffer).sampleBuffer == nil)
      #expect(try MPImage(sampleBuffer: sample).sampleBuffer === sample)
      #expect(try MPImage(sampleBuffer: sample).pixelBuffer == nil)
      #expect(try MPImage(MPImage(pixelBuffer: buffer), search: .everywhere).pixelBuffer === buffer)
      let image = try PixelImage(width: 1, height: 1, format: .gray, pixels: [0])
      #expect(MPImage(image: image).pixelBuffer == nil)
      #expect(MPImage(image: image).imageSourceType == .image)
    }

    // MARK: No copies

    @Test func `the pixels of a UIImage are not copied`() throws {
      let image = try CameraFrames.image()
      let picture = try MPImage(uiImage: UIImage(cgImage: CGImage(image)))
      #expect(CameraFrames.address(picture.pixels) == CameraFrames.address(.image(image)))
    }

    @Test(arguments: [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ])
    func `the memory of a buffer is not copied`(format: OSType) throws {
      let buffer = try CameraFrames.buffer(6, 4, format)
      let address = UnsafeRawPointer(try #require(CVPixelBufferGetBaseAddress(buffer)))
      let sample = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: .zero)
      #expect(try CameraFrames.address(MPImage(pixelBuffer: buffer).pixels) == address)
      #expect(try CameraFrames.address(MPImage(sampleBuffer: sample).pixels) == address)
    }

    @Test func `a picture in a buffer is not copied, unless somebody locks the buffer`() throws {
      let image = try CameraFrames.image(.bgra)
      let yuvImage = try CameraFrames.yuvImage(.full)
      for (buffer, pixels) in [
        (CVPixelBuffer(image), FramePixels.image(image)), (CVPixelBuffer(yuvImage), FramePixels.yuv(yuvImage)),
      ] {
        let before = try MPImage(pixelBuffer: buffer)
        #expect(CameraFrames.address(before.pixels) == CameraFrames.address(pixels))
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        let after = try MPImage(pixelBuffer: buffer)
        #expect(CameraFrames.address(after.pixels) == CVPixelBufferGetBaseAddress(buffer).map { UnsafeRawPointer($0) })
        #expect(CameraFrames.address(after.pixels) != CameraFrames.address(before.pixels))
        #expect(after.image.packedBytes == before.image.packedBytes)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
      }
    }

    @Test func `a picture keeps the caller's memory until it is gone`() throws {
      var bytes = [UInt8](repeating: 7, count: 4 * 3 * 2)
      var releases = 0
      try bytes.withUnsafeMutableBytes { memory in
        try withUnsafeMutablePointer(to: &releases) { releases in
          var buffer: CVPixelBuffer?
          let status = CVPixelBufferCreateWithBytes(
            nil, 3, 2, kCVPixelFormatType_32BGRA, try #require(memory.baseAddress), 12,
            { releases, _ in releases?.assumingMemoryBound(to: Int.self).pointee += 1 }, releases, nil, &buffer)
          #expect(status == kCVReturnSuccess)
          var picture: MPImage? = try MPImage(pixelBuffer: try #require(buffer))
          buffer = nil
          #expect(picture?.image.packedBytes == [UInt8](repeating: 7, count: 24))
          #expect(releases.pointee == 0)
          picture = nil
          #expect(releases.pointee == 1)
        }
      }
    }
  }

  extension PixelImage {
    /// The bytes of the pixels, rows without gaps.
    fileprivate var packedBytes: [UInt8] {
      converted(to: format).withUnsafeBytes { [UInt8]($0) }
    }
  }
#endif
