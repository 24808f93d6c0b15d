import HandTracking
import TestSupport
import Testing

@Suite struct LandmarkSmootherTests {
  private let hand = PipelineExample.fourFingers.hands[0].landmarks
  private let size = SIMD3<Float>(384, 512, 384)

  /// The hand moved by `step` pixels per frame, with noise; the resulting noise and lag in pixels.
  private func run(step: Float, noise: Float) -> (noise: Float, smoothed: Float) {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    var smoother = LandmarkSmoother(SmoothingOptions(.oneEuro))
    var (raw, smoothed, count): (Float, Float, Float) = (0, 0, 0)
    for frame in 0..<60 {
      let truth = hand.map { NormalizedLandmark(x: $0.x + Float(frame) * step / size.x, y: $0.y, z: $0.z) }
      let noisy = truth.map { point in
        NormalizedLandmark(
          x: point.x + noise * generator.nextFloat() / size.x, y: point.y + noise * generator.nextFloat() / size.y,
          z: point.z)
      }
      var points = noisy
      smoother.smooth(&points, seconds: frame == 0 ? 0 : 0.033, scale: size)
      guard frame >= 20 else { continue }
      for index in truth.indices {
        raw += distance(noisy[index], truth[index])
        smoothed += distance(points[index], truth[index])
        count += 1
      }
    }
    return (raw / count, smoothed / count)
  }

  private func distance(_ a: NormalizedLandmark, _ b: NormalizedLandmark) -> Float {
    let (x, y) = ((a.x - b.x) * size.x, (a.y - b.y) * size.y)
    return (x * x + y * y).squareRoot()
  }

  @Test func `the noise of a hand at rest is cut to less than half`() {
    let (noise, smoothed) = run(step: 0, noise: 1)
    print("hand at rest: noise \(noise) px, smoothed \(smoothed) px")
    #expect(smoothed < noise / 2)
  }

  @Test func `a hand that crosses the picture in a second lags by less than a third of a frame's step`() {
    let step = size.x / 30
    let (_, lag) = run(step: step, noise: 0)
    print("hand in motion: \(step) px a frame, lag \(lag) px")
    #expect(lag < step / 3)
  }

  @Test func `a hand of twice the size is smoothed alike`() {
    var small = LandmarkSmoother(SmoothingOptions())
    var large = LandmarkSmoother(SmoothingOptions())
    for frame in 0..<3 {
      var a = hand.map { NormalizedLandmark(x: $0.x + Float(frame) * 0.125, y: $0.y, z: $0.z) }
      var b = a.map { NormalizedLandmark(x: 2 * $0.x, y: 2 * $0.y, z: 2 * $0.z) }
      small.smooth(&a, seconds: 0.033, scale: size)
      large.smooth(&b, seconds: 0.033, scale: size)
      #expect(b == a.map { NormalizedLandmark(x: 2 * $0.x, y: 2 * $0.y, z: 2 * $0.z) })
    }
  }

  @Test func `a hand without extent is passed on`() {
    let point = [NormalizedLandmark](repeating: NormalizedLandmark(x: 0.5, y: 0.5, z: 0), count: 21)
    var smoother = LandmarkSmoother(SmoothingOptions())
    for _ in 0..<3 {
      var points = point
      smoother.smooth(&points, seconds: 0.033, scale: size)
      #expect(points == point)
    }
  }

  @Test func `with one speed for x and y, a straight path stays straight`() {
    func bend(_ method: SmoothingOptions.Method) -> Float {
      var smoother = LandmarkSmoother(SmoothingOptions(method))
      var bend: Float = 0
      for frame in 0..<12 {
        // Three times as fast to the right as down, and faster and faster.
        let step = Float(frame * frame) / 4
        var points = hand.map {
          NormalizedLandmark(x: $0.x + 3 * step / size.x, y: $0.y + step / size.y, z: $0.z)
        }
        smoother.smooth(&points, seconds: 0.033, scale: size)
        let moved = ((points[8].x - hand[8].x) * size.x, (points[8].y - hand[8].y) * size.y)
        bend = max(bend, abs(moved.0 - 3 * moved.1))
      }
      return bend
    }
    #expect(bend(.palmAndShape) < 0.01)
    #expect(bend(.oneEuro) > 0.5)
  }
}
