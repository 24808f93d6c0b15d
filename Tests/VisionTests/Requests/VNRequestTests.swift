#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct VNRequestTests {
    private static func handler() throws -> VNImageRequestHandler {
      VNImageRequestHandler(url: RenderedHands.url("Victory_left"))
    }

    @Test func `a request has Vision's defaults`() throws {
      let request = VNDetectHumanHandPoseRequest()
      #expect(request.maximumHandCount == 2)
      let based: VNImageBasedRequest = request
      #expect(based.regionOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(request.revision == VNDetectHumanHandPoseRequestRevision1)
      #expect(VNDetectHumanHandPoseRequest.currentRevision == 1 && VNDetectHumanHandPoseRequest.defaultRevision == 1)
      #expect(VNDetectHumanHandPoseRequest.supportedRevisions == IndexSet(integer: 1))
      #expect(!request.preferBackgroundProcessing && !request.usesCPUOnly)
      #expect(request.results == nil && request.completionHandler == nil)
      #expect(try request.supportedJointNames.count == 21 && request.supportedJointsGroupNames.count == 6)
    }

    @Test func `two hands are found unless one is wanted`() throws {
      let handler = VNImageRequestHandler(url: RenderedHands.url("two_0"))
      let request = VNDetectHumanHandPoseRequest()
      try handler.perform([request])
      #expect(Set(request.results?.map(\.chirality) ?? []) == [.left, .right])
      request.maximumHandCount = 1
      try handler.perform([request])
      #expect(request.results?.count == 1)
    }

    @Test func `a picture without hands gives an empty list`() throws {
      let gray = try PixelImage(width: 64, height: 48, format: .gray, pixels: [UInt8](repeating: 90, count: 64 * 48))
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(cgImage: CGImage(gray)).perform([request])
      #expect(request.results?.isEmpty == true)
    }

    @Test func `a revision that does not exist is an error`() throws {
      let request = VNDetectHumanHandPoseRequest()
      request.revision = 2
      let error = #expect(throws: VNError.self) { try Self.handler().perform([request]) }
      #expect(error?.errorCode == .unsupportedRevision)
      #expect(throws: VNError.self) { try request.supportedJointNames }
      #expect(throws: VNError.self) { try VNDetectHumanHandPoseRequest.supportedJointsGroupNames(forRevision: 0) }
      request.revision = VNDetectHumanHandPoseRequestRevision1
      try Self.handler().perform([request])
      #expect(request.results?.count == 1)
    }

    // MARK: Several requests

    @Test func `a request that fails loses its results and does not hold up the others`() throws {
      var outcomes: [String] = []
      let bad = VNDetectHumanHandPoseRequest { request, error in
        outcomes.append("bad \(request.results?.count ?? -1) \((error as? VNError)?.code ?? 0)")
      }
      let good = VNDetectHumanHandPoseRequest { request, error in
        outcomes.append("good \(request.results?.count ?? -1) \((error as? VNError)?.code ?? 0)")
      }
      let handler = try Self.handler()
      try handler.perform([bad])
      bad.maximumHandCount = 0
      let error = #expect(throws: VNError.self) { try handler.perform([bad, good]) }
      #expect(error?.errorCode == .invalidArgument)
      #expect(error?.underlyingError as? TaskError == .invalidHandCount(0))
      #expect(outcomes == ["bad 1 0", "bad -1 14", "good 1 0"])
    }

    @Test func `any kind of request can be in the list, and an app's own is an error`() throws {
      final class Other: VNRequest {}
      let (known, other) = (VNDetectHumanHandPoseRequest(), Other())
      let requests: [VNRequest] = [other, known]
      let error = #expect(throws: VNError.self) { try Self.handler().perform(requests) }
      #expect(error?.errorCode == .unsupportedRequest)
      #expect(other.results == nil)
      #expect((requests[1].results as? [VNHumanHandPoseObservation])?.count == 1)
    }

    // MARK: Subclasses

    private final class OneHand: VNDetectHumanHandPoseRequest {
      var performed = 0
      override init(completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(completionHandler: completionHandler)
        maximumHandCount = 1
      }
      override var results: [VNHumanHandPoseObservation]? {
        performed += 1
        return super.results?.filter { $0.confidence > 0.3 }
      }
    }

    @Test func `an app's subclass is performed, with what it overrides`() throws {
      let request = OneHand()
      try VNImageRequestHandler(url: RenderedHands.url("two_0")).perform([request])
      #expect(request.results?.count == 1)
      #expect(request.performed == 1)
    }

    // MARK: Cancelling

    @Test func `a request that is cancelled ends with an error, and can be performed again`() throws {
      let request = VNDetectHumanHandPoseRequest()
      let handler = try Self.handler()
      try handler.perform([request])
      request.cancel()
      let error = #expect(throws: VNError.self) { try handler.perform([request]) }
      #expect(error?.errorCode == .requestCancelled)
      #expect(request.results == nil)
      try handler.perform([request])
      #expect(request.results?.count == 1)
    }

    @Test func `a request can cancel the next one of the list`() throws {
      let second = VNDetectHumanHandPoseRequest()
      let first = VNDetectHumanHandPoseRequest { _, _ in second.cancel() }
      #expect(throws: VNError.self) { try Self.handler().perform([first, second]) }
      #expect(first.results?.count == 1 && second.results == nil)
    }

    @Test func `threads that perform requests at the same time get the same points`() async throws {
      let image = try RenderedHands.image("Victory_left")
      let places = try await withThrowingTaskGroup(of: [String: CGPoint].self) { group in
        for _ in 0..<6 {
          group.addTask {
            let request = VNDetectHumanHandPoseRequest()
            try VNImageRequestHandler(cgImage: CGImage(image)).perform([request])
            return try #require(request.results?.first).places
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(places.count == 6 && Set(places).count == 1)
    }
  }
#endif
