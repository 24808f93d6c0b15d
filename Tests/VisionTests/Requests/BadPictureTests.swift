#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct BadPictureTests {
    private static func code(_ handler: VNImageRequestHandler) -> VNErrorCode? {
      let request = VNDetectHumanHandPoseRequest()
      do {
        try handler.perform([request])
        return nil
      } catch let error as NSError where error.domain == VNErrorDomain {
        #expect(!error.localizedDescription.isEmpty && request.results == nil)
        return VNErrorCode(rawValue: error.code)
      } catch {
        return .unknownError
      }
    }

    @Test func `a picture that cannot be read is an error of Vision's domain when requests are performed`() throws {
      let png = try Data(contentsOf: RenderedHands.url("Victory_left"))
      #expect(Self.code(VNImageRequestHandler(data: Data())) == .invalidImage)
      #expect(Self.code(VNImageRequestHandler(data: Data("a hand".utf8))) == .invalidFormat)
      #expect(Self.code(VNImageRequestHandler(data: png.prefix(png.count / 2), orientation: .right)) == .invalidImage)
      #expect(Self.code(VNImageRequestHandler(data: png)) == nil)
      #expect(Self.code(VNImageRequestHandler(url: URL(fileURLWithPath: "/no/such.png"))) == .ioError)
      #expect(Self.code(VNImageRequestHandler(url: URL(fileURLWithPath: "/dev/null"))) != nil)
    }

    @Test func `a frame without a picture, and one of another format, are errors`() throws {
      let empty = CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: .zero)
      #expect(Self.code(VNImageRequestHandler(cmSampleBuffer: empty, orientation: .up)) == .invalidImage)
      var bytes = [UInt8](repeating: 0, count: 64)
      try bytes.withUnsafeMutableBytes { bytes in
        let base = try #require(bytes.baseAddress)
        // Eight rows of eight gray pixels, then rows that are said to be shorter than their pixels.
        for (format, stride, expected) in [
          (OSType(0x4C30_3038), 8, VNErrorCode.invalidFormat), (kCVPixelFormatType_32BGRA, 8, .invalidImage),
        ] {
          var buffer: CVPixelBuffer?
          CVPixelBufferCreateWithBytes(nil, 8, 8, format, base, stride, nil, nil, nil, &buffer)
          #expect(Self.code(VNImageRequestHandler(cvPixelBuffer: try #require(buffer))) == expected)
        }
      }
    }

    @Test func `a missing model is an error, and a corrected path is used`() throws {
      let request = VNDetectHumanHandPoseRequest()
      request.modelAssetPath = "/no/such.task"
      let handler = VNImageRequestHandler(url: RenderedHands.url("Victory_left"))
      let error = #expect(throws: VNError.self) { try handler.perform([request]) }
      #expect(error?.errorCode == .invalidModel)
      request.modelAssetPath = ""
      try handler.perform([request])
      #expect(request.results?.count == 1)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a number of hands below one is an error`(count: Int) throws {
      let request = VNDetectHumanHandPoseRequest()
      request.maximumHandCount = count
      let error = #expect(throws: VNError.self) {
        try VNImageRequestHandler(url: RenderedHands.url("Victory_left")).perform([request])
      }
      #expect(error?.errorCode == .invalidArgument)
    }

    @Test func `a code has Vision's number`() {
      #expect(VNErrorCode.OK.rawValue == 0 && VNErrorCode.invalidImage.rawValue == 13)
      #expect(VNErrorCode.invalidArgument.rawValue == 14 && VNErrorCode.unsupportedComputeDevice.rawValue == 22)
      #expect(VNErrorCode.allCases.map(\.rawValue) == Array(-1...22))
    }
  }
#endif
