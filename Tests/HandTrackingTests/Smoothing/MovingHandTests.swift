import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Smoothing and prediction of a drawn hand that moves as a whole along a known path, under a noisy camera.
@Suite struct MovingHandTests {
  /// Where a hand is after some seconds, in pixels.
  enum Path: String, CaseIterable {
    case rest, medium, stops

    func place(_ seconds: Double) -> SIMD2<Double> {
      switch self {
      case .rest: return SIMD2()
      case .medium:
        let angle = 2 * Double.pi * 0.6 * seconds
        return SIMD2(70 * sin(angle), 30 * sin(angle + 1))
      case .stops:
        let part = min(2 * (seconds - seconds.rounded(.down)), 1)
        let smooth = part * part * (3 - 2 * part)
        let along = (seconds.rounded(.down).remainder(dividingBy: 2) == 0 ? smooth : 1 - smooth) * 120 - 60
        return SIMD2(along, 0.3 * along)
      }
    }
  }

  /// A picture moved by a fraction of pixels, with noise.
  private static func frame(_ source: PixelImage, movedBy offset: SIMD2<Double>, seed: UInt64) throws -> PixelImage {
    let (width, height) = (source.width, source.height)
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    var generator = SeededGenerator(seed: seed)
    source.withUnsafeBytes { bytes in
      for y in 0..<height {
        let row = min(max(Float(Double(y) - offset.y), 0), Float(height - 1))
        let (top, down) = (Int(row), row - row.rounded(.down))
        let below = min(top + 1, height - 1)
        for x in 0..<width {
          let column = min(max(Float(Double(x) - offset.x), 0), Float(width - 1))
          let (left, right) = (Int(column), column - column.rounded(.down))
          let next = min(left + 1, width - 1)
          for channel in 0..<3 {
            func value(_ x: Int, _ y: Int) -> Float { Float(bytes[y * source.rowByteStride + 3 * x + channel]) }
            let upper = value(left, top) * (1 - right) + value(next, top) * right
            let lower = value(left, below) * (1 - right) + value(next, below) * right
            let noise = 4 * (generator.nextFloat() + generator.nextFloat() + generator.nextFloat())
            pixels[3 * (y * width + x) + channel] = UInt8(min(max(upper * (1 - down) + lower * down + noise, 0), 255))
          }
        }
      }
    }
    return try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
  }

  /// A clip's landmarks in pixels: before smoothing, and as reported, frame by frame.
  private static func tracks(
    _ path: Path, frames: Int = 60, rate: Double = 30, _ set: (inout TrackingOptions) -> Void
  ) throws -> (raw: [[SIMD2<Double>]], refined: [[SIMD2<Double>]]) {
    let source = try RenderedHands.image("Victory_right").converted(to: .rgb)
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = .video
    options.details = .hands
    set(&options.tracking)
    let landmarker = try HandLandmarker(options: options)
    var (raw, refined): ([[SIMD2<Double>]], [[SIMD2<Double>]]) = ([], [])
    func points(_ landmarks: [NormalizedLandmark]) -> [SIMD2<Double>] {
      landmarks.map { SIMD2(Double($0.x) * Double(source.width), Double($0.y) * Double(source.height)) }
    }
    for index in 0..<frames {
      let picture = try frame(source, movedBy: path.place(Double(index) / rate), seed: UInt64(index))
      let result = try landmarker.detect(
        videoFrame: MPImage(image: picture), timestampInMilliseconds: Int((1000 * Double(index) / rate).rounded()))
      let hand = try #require(result.hands.first)
      raw.append(points(try #require(hand.details).rawLandmarks))
      refined.append(points(hand.landmarks))
    }
    return (raw, refined)
  }

  /// What is wrong with a track, in percent of a palm: its mean distance from the path, its change from frame to frame;
  /// and the delay that explains most of it, in milliseconds. The first frames, in which filters settle, are left out.
  private static func faults(
    _ track: [[SIMD2<Double>]], raw: [[SIMD2<Double>]], _ path: Path, ahead: Double = 0, rate: Double = 30
  ) -> (error: Double, jitter: Double, lag: Double) {
    let places = raw.indices.map { path.place(Double($0) / rate) }
    // Where the hand is when the path is at its origin.
    let still = raw[0].indices.map { point in
      raw.indices.reduce(SIMD2<Double>()) { $0 + raw[$1][point] - places[$1] } / Double(raw.count)
    }
    func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
    let palm = [5, 9, 13, 17].map { length(still[$0] - still[0]) }.max() ?? 1
    var (error, jitter, along, squares, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var last: [SIMD2<Double>]?
    for index in track.indices where index >= 10 {
      let time = Double(index) / rate + ahead
      let velocity = (path.place(time + 0.001) - path.place(time - 0.001)) / 0.002
      let wrong = track[index].indices.map { track[index][$0] - still[$0] - path.place(time) }
      for (point, vector) in wrong.enumerated() {
        error += length(vector)
        jitter += last.map { length(vector - $0[point]) } ?? 0
        along -= (vector * velocity).sum()
        squares += (velocity * velocity).sum()
        count += 1
      }
      last = wrong
    }
    return (100 * error / count / palm, 100 * jitter / count / palm, squares > 0 ? 1000 * along / squares : 0)
  }

  @Test func `a hand at rest is still`() throws {
    let (raw, smooth) = try Self.tracks(.rest) { $0.smoothing = SmoothingOptions() }
    let (before, after) = (Self.faults(raw, raw: raw, .rest), Self.faults(smooth, raw: raw, .rest))
    print("at rest: jitter \(before.jitter) % of a palm, smoothed \(after.jitter) %")
    #expect(before.jitter > 0.3)
    #expect(after.jitter <= 0.15)
  }

  @Test(arguments: [Path.medium, .stops]) func `a moving hand is not late`(path: Path) throws {
    let (raw, smooth) = try Self.tracks(path) { $0.smoothing = SmoothingOptions() }
    let (_, older) = try Self.tracks(path) { $0.smoothing = SmoothingOptions(.oneEuro) }
    let (before, after) = (Self.faults(raw, raw: raw, path), Self.faults(smooth, raw: raw, path))
    let oneEuro = Self.faults(older, raw: raw, path)
    print("\(path): raw \(before), palm and shape \(after), One-Euro \(oneEuro)")
    #expect(after.error <= 1.6)
    #expect(abs(after.lag) <= 2)
    #expect(after.error < 0.7 * oneEuro.error)
    #expect(after.jitter < before.jitter)
  }

  @Test(arguments: [Path.medium, .stops]) func `landmarks are foreseen`(path: Path) throws {
    let (raw, predicted) = try Self.tracks(path) {
      $0.smoothing = SmoothingOptions()
      $0.predictionInMilliseconds = 33
    }
    let shown = Self.faults(raw, raw: raw, path, ahead: 0.033)
    let foreseen = Self.faults(predicted, raw: raw, path, ahead: 0.033)
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
        let picture = try Self.frame(source, movedBy: SIMD2(5 * Double($0), 0), seed: UInt64($0))
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
