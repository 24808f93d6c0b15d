#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import Testing

  @Suite struct CMTimeTests {
    @Test func `a time is a fraction of seconds`() {
      #expect(CMTime(value: 50, timescale: 20).seconds == 2.5)
      #expect(CMTimeGetSeconds(CMTimeMake(value: 1, timescale: 4)) == 0.25)
      #expect(CMTimeMakeWithSeconds(1.5, preferredTimescale: 600).value == 900)
      #expect(Int(CMTime(value: 33, timescale: 1000).seconds * 1000) == 33)
    }

    @Test func `times compare by their fractions`() {
      #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 2, timescale: 4))
      #expect(CMTime(value: -1, timescale: 2) < .zero)
      #expect(CMTime(value: 1, timescale: 3) < CMTime(value: 1, timescale: 2))
      #expect(CMTime(value: .max, timescale: 1) > CMTime(value: .max, timescale: .max))
      #expect(CMTime(value: .min, timescale: 1) < CMTime(value: .max, timescale: 1))
    }

    @Test(arguments: [
      CMTime.invalid, CMTime(value: 1, timescale: -1), CMTime(seconds: .nan, preferredTimescale: 1),
      CMTime(seconds: 1e300, preferredTimescale: 600), CMTime(seconds: .infinity, preferredTimescale: 0),
    ])
    func `a time that is not a number is invalid and sorts last`(time: CMTime) {
      #expect(!time.isValid)
      #expect(time.seconds.isNaN)
      #expect(time == .invalid)
      #expect(time > CMTime(value: .max, timescale: 1))
    }

    @Test func `a frame has its time and size`() throws {
      let buffer = try CameraFrames.buffer(6, 4, kCVPixelFormatType_32BGRA)
      let sample = try CameraFrames.sample(buffer, at: CMTime(value: 3, timescale: 30))
      #expect(CMSampleBufferIsValid(sample))
      #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTime(value: 1, timescale: 10))
      #expect(!CMSampleBufferGetDuration(sample).isValid)
      #expect(CMSampleBufferGetImageBuffer(sample) === buffer)
      let description = try #require(CMSampleBufferGetFormatDescription(sample))
      #expect(CMVideoFormatDescriptionGetDimensions(description) == CMVideoDimensions(width: 6, height: 4))
      #expect(description.mediaSubType == kCVPixelFormatType_32BGRA)
    }
  }
#endif
