import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Smoothing and prediction of a drawn hand that moves along a known path.
@Suite struct MovingHandTests {
  /// A clip's landmarks in pixels: before smoothing, and as reported, frame by frame.
  private static func tracks(
    _ path: MovingHand.Path, _ set: (inout TrackingOptions) -> Void
  ) throws -> (raw: [[SIMD2<Double>]], refined: [[SIMD2<Double>]]) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = .video
    options.details = .hands
    set(&options.tracking)
    let landmarker = try HandLandmarker(options: options)
    var (raw, refined): ([[SIMD2<Double>]], [[SIMD2<Double>]]) = ([], [])
    for (picture, time) in try MovingHand.frames(path) {
      let result = try landmarker.detect(videoFrame: MPImage(image: picture), timestampInMilliseconds: time)
      let hand = try #require(result.hands.first)
      raw.append(MovingHand.points(try #require(hand.details).rawLandmarks, in: picture))
      refined.append(MovingHand.points(hand.landmarks, in: picture))
    }
    return (raw, refined)
  }

  @Test func `a hand at rest is still`() throws {
    let (raw, smooth) = try Self.tracks(.rest) { $0.smoothing = SmoothingOptions() }
    let (before, after) = (MovingHand.faults(raw, raw: raw, .rest), MovingHand.faults(smooth, raw: raw, .rest))
    print("at rest: jitter \(before.jitter) % of a palm, smoothed \(after.jitter) %")
    #expect(before.jitter > 0.3)
    #expect(after.jitter <= 0.15)
  }

  @Test(arguments: [MovingHand.Path.medium, .stops]) func `a moving hand is not late`(path: MovingHand.Path) throws {
    let (raw, smooth) = try Self.tracks(path) { $0.smoothing = SmoothingOptions() }
    let (_, older) = try Self.tracks(path) { $0.smoothing = SmoothingOptions(.oneEuro) }
    let (before, after) = (MovingHand.faults(raw, raw: raw, path), MovingHand.faults(smooth, raw: raw, path))
    let oneEuro = MovingHand.faults(older, raw: raw, path)
    print("\(path): raw \(before), palm and shape \(after), One-Euro \(oneEuro)")
    #expect(after.error <= 1.6)
    #expect(abs(after.lag) <= 2)
    #expect(after.error < 0.7 * oneEuro.error)
    #expect(after.jitter < before.jitter)
  }

  @Test(arguments: [MovingHand.Path.medium, .stops]) func `landmarks are foreseen`(path: MovingHand.Path) throws {
    let (raw, predicted) = try Self.tracks(path) {
      $0.smoothing = SmoothingOptions()
      $0.predictionInMilliseconds = 33
    }
    let shown = MovingHand.faults(raw, raw: raw, path, ahead: 0.033)
    let foreseen = MovingHand.faults(predicted, raw: raw, path, ahead: 0.033)
    print("\(path): 33 ms later, raw \(shown.error) %, foreseen \(foreseen.error) %")
    #expect(foreseen.error <= (path == .medium ? 0.4 : 0.5) * shown.error)
  }

  @Test func `prediction by the options and of a result are the same`() throws {
    let source = try RenderedHands.image("Victory_right").converted(to: .rgb)
    func results(_ milliseconds: Int) throws -> [HandLandmarkerResult] {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
      options.runningMode = .video
      options.tracking.smoothing = SmoothingOptions()
      options.tracking.predictionInMilliseconds = milliseconds
      let landmarker = try HandLandmarker(options: options)
      return try (0..<8).map {
        let picture = try source.moved(by: SIMD2(5 * Double($0), 0), noiseSeed: UInt64($0))
        return try landmarker.detect(videoFrame: MPImage(image: picture), timestampInMilliseconds: 33 * $0)
      }
    }
    let (now, later) = (try results(0), try results(40))
    for (now, later) in zip(now, later) {
      #expect(now.predicted(to: now.timestampInMilliseconds + 40).hands == later.hands)
      // At most 50 ms ahead, never back.
      #expect(
        now.predicted(to: .max).hands == now.predicted(to: now.timestampInMilliseconds + 50).hands)
      #expect(now.predicted(to: .min).hands == now.hands)
    }
    let velocity = try #require(now[7].hands.first?.motion).palm
    #expect(abs(velocity.x * Float(source.width) - 5 / 0.033) < 15)
    #expect(abs(velocity.y * Float(source.height)) < 15)
  }
}
