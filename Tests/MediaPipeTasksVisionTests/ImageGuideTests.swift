#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Dispatch
  import MediaPipeTasksVision
  import TestSupport
  import Testing

  /// Runs the guides' code for images with pictures, buffers and frames.
  @Suite struct ImageGuideTests {
    private static let path =
      PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered/Victory_right.png").path

    init() throws {
      try GuideModels.install()
    }

    private func photo() throws -> UIImage {
      try #require(UIImage(contentsOfFile: Self.path))
    }

    private func buffer() throws -> CVPixelBuffer {
      try CVPixelBuffer(PixelImage(contentsOfFile: Self.path))
    }

    @Test func `pictures of all three kinds give the same gesture`() throws {
      let sample = CMSampleBuffer(imageBuffer: try buffer(), presentationTimeStamp: CMTimeMake(value: 1, timescale: 30))
      let pictures = try [
        ImageGuide.picture(photo()), ImageGuide.picture(buffer()), ImageGuide.picture(sample),
        ImageGuide.picture(photo(), orientation: .up), ImageGuide.picture(buffer(), orientation: .up),
        ImageGuide.picture(sample, orientation: .up),
      ]
      #expect(
        pictures.map(\.imageSourceType) == [.image, .pixelBuffer, .sampleBuffer, .image, .pixelBuffer, .sampleBuffer])
      for picture in pictures {
        #expect(try GestureRecognizerGuide.text(GestureRecognizerGuide.image(picture)) == "Right Victory true")
        #expect(try HandLandmarkerGuide.side(HandLandmarkerGuide.image(picture)) == "Right")
      }
    }

    @Test func `a picture has the properties of MediaPipe's, with their types`() throws {
      let photo = try photo()
      let picture = try ImageGuide.picture(photo)
      #expect(picture[keyPath: ImageGuide.image] === photo)
      #expect(picture[keyPath: ImageGuide.pixelBuffer] == nil)
      #expect(picture[keyPath: ImageGuide.orientation] == .up)
      #expect(picture.imageSourceType[keyPath: ImageGuide.sourceType] == 0)
      #expect(ImageGuide.size(picture) == photo.size)
      let buffer = try buffer()
      let frame = try ImageGuide.picture(buffer, orientation: .left)
      #expect(frame[keyPath: ImageGuide.image] == nil)
      #expect(frame[keyPath: ImageGuide.pixelBuffer] === buffer)
      #expect(frame[keyPath: ImageGuide.orientation] == .left)
      // Mudra's pixels have a name of their own.
      let pixels = picture.pixelImage
      #expect(pixels.width == Int(picture.width))
    }

    @Test func `a service finds hands in stills, in frames of a clip and of a camera`() throws {
      #expect(try HandService(runningMode: .image).detect(image: photo())?.landmarks.count == 1)
      let video = HandService(runningMode: .video)
      let frame = try #require(photo().cgImage)
      #expect([0, 33, 66].map { video.detect(frame: frame, timestampMs: $0)?.landmarks.count } == [1, 1, 1])

      let arrived = DispatchSemaphore(value: 0)
      var counts: [Int?] = []
      let camera = HandService(runningMode: .liveStream) { result, _ in
        counts.append(result?.landmarks.count)
        arrived.signal()
      }
      let sample = CMSampleBuffer(imageBuffer: try buffer(), presentationTimeStamp: .zero)
      camera.detectAsync(sampleBuffer: sample, orientation: .up, timeStamps: 1)
      #expect(arrived.wait(timeout: .now() + 60) == .success)
      #expect(counts == [1])
    }
  }
#endif
