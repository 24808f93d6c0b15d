#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import Testing
  import Vision

  @Suite struct VNGeometryTests {
    @Test func `points have a position, a distance and a class`() {
      let point = VNPoint(location: CGPoint(x: 3, y: 4))
      #expect(point.distance(.zero) == 5 && VNPoint.distance(point, .zero) == 5)
      #expect(VNPoint.apply(VNVector(xComponent: 1, yComponent: -1), to: point) == VNPoint(x: 4, y: 3))
      #expect(VNVector(vectorHead: point, tail: .zero).length == 5)
      let detected = VNDetectedPoint(x: 3, y: 4, confidence: 0.5)
      #expect(detected.distance(point) == 0 && detected != point)
      #expect(detected == VNDetectedPoint(x: 3, y: 4, confidence: 0.5))
      #expect(detected != VNDetectedPoint(x: 3, y: 4, confidence: 0.25))
      let confidence: VNConfidence = detected.confidence
      #expect(confidence == 0.5)
      #expect(Set([point, VNPoint(x: 3, y: 4), .zero]).count == 2)
    }

    @Test func `points and rectangles go from normalized coordinates to pixels and back`() {
      let region = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
      let half = CGPoint(x: 0.5, y: 0.5)
      #expect(VNImagePointForNormalizedPoint(half, 640, 480) == CGPoint(x: 320, y: 240))
      #expect(VNNormalizedPointForImagePoint(CGPoint(x: 320, y: 240), 640, 480) == half)
      #expect(VNImageRectForNormalizedRect(region, 640, 480) == CGRect(x: 160, y: 240, width: 320, height: 120))
      #expect(VNNormalizedRectForImageRect(CGRect(x: 160, y: 240, width: 320, height: 120), 640, 480) == region)
      let inRegion = VNImagePointForNormalizedPointUsingRegionOfInterest(half, 640, 480, region)
      #expect(inRegion == CGPoint(x: 320, y: 300))
      #expect(VNNormalizedPointForImagePointUsingRegionOfInterest(inRegion, 640, 480, region) == half)
      #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect) && !VNNormalizedRectIsIdentityRect(region))
    }
  }
#endif
