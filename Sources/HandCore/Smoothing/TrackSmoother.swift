import VisionCore

/// Measures the motion of one hand from frame to frame and smooths its landmarks, as the options request.
struct TrackSmoother: Sendable {
  private let smoothing: SmoothingOptions?
  private let prediction: Float
  private var palm = PalmFilter()
  /// The landmarks relative to the palm's center.
  private var shape: [NormalizedLandmark] = []
  private var shapeSmoother: LandmarkSmoother
  /// The whole landmarks, for methods that do not tell palm and shape apart.
  private var landmarks: LandmarkSmoother?
  private var worldLandmarks: LandmarkSmoother?

  /// A smoother that has seen nothing.
  init(_ options: TrackingOptions) {
    smoothing = options.smoothing
    prediction = Float(options.predictionInMilliseconds) / 1000
    let isWhole = smoothing?.method == .oneEuro
    shapeSmoother = LandmarkSmoother(isWhole ? SmoothingOptions() : smoothing ?? SmoothingOptions())
    landmarks = isWhole ? smoothing.map(LandmarkSmoother.init) : nil
    worldLandmarks = smoothing.map(LandmarkSmoother.init)
  }

  /// Adds the hand of the next frame.
  ///
  /// - Parameters:
  ///   - hand: its landmarks are replaced, its motion is set.
  ///   - seconds: the time since the previous frame.
  ///   - size: the picture's width and height in pixels.
  mutating func update(_ hand: inout FoundHand, seconds: Float, size: SIMD2<Float>) {
    let scale = SIMD3(size, size.x)
    let center = hand.landmarks.palmCenter
    palm.update(
      center * size, seconds: seconds, side: hand.region.width * size.x,
      palm: hand.landmarks.palmLength(scaledBy: scale))
    shape.copy(hand.landmarks)
    for index in shape.indices { shape[index].move(by: -center) }
    shapeSmoother.smooth(&shape, seconds: seconds, scale: scale)
    if smoothing?.method == .palmAndShape, let smoothed = palm.center {
      for index in shape.indices {
        hand.landmarks[index] = shape[index]
        hand.landmarks[index].move(by: smoothed / size)
      }
    }
    landmarks?.smooth(&hand.landmarks, seconds: seconds, scale: scale)
    worldLandmarks?.smooth(&hand.worldLandmarks, seconds: seconds, scale: SIMD3(1, 1, 1))
    hand.measureMotion(palm.velocity / size) { shapeSmoother.velocity(of: $0) }
    if prediction > 0 { hand.motion?.move(&hand.landmarks, seconds: prediction) }
  }
}
