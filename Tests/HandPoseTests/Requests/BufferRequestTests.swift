#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import HandPose
  import Mudra
  import TestSupport
  import Testing

  @Suite struct BufferRequestTests {
    @Test func `a buffer and a frame of a camera give the joints of their pixels`() throws {
      let image = try RenderedHands.image("Thumb_Up_right")
      let buffer = CVPixelBuffer(image)
      let sample = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: 1, timescale: 30))
      let request = HandPoseRequest()
      try HandPoseRequestHandler(image: image).perform([request])
      let expected = try #require(request.results?.first).recognizedPoints(.all)
      let handlers = [
        HandPoseRequestHandler(cvPixelBuffer: buffer, orientation: .up, options: [:]),
        HandPoseRequestHandler(cmSampleBuffer: sample, orientation: .up, options: [:]),
      ]
      for handler in handlers {
        try handler.perform([request])
        #expect(try request.results?.first?.recognizedPoints(.all) == expected)
      }
    }

    @Test func `a frame without a buffer is an error when requests are performed`() {
      let handler = HandPoseRequestHandler(
        cmSampleBuffer: CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: .zero))
      #expect(throws: TaskError.image(.noPixelBuffer)) { try handler.perform([HandPoseRequest()]) }
    }
  }
#endif
