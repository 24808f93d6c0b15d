import HandPose
import MudraPlatform

/// Makes changed copies of examples: quicker and slower ones, larger and smaller, turned, of other hands, with noise.
struct MotionCopies {
  private var generator: SplitMix
  private var features = MotionFeatures()
  private var coarse: [SIMD16<Float>] = []

  /// How much earlier or later a copy begins and ends, as a share of the motion.
  private static let jitter: Float = 0.12

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// A number from -1 to 1 in which those near 0 are more frequent.
  private mutating func bell() -> Float { (generator.next() + generator.next() + generator.next()) / 1.8 }

  private mutating func number(_ range: ClosedRange<Float>) -> Float {
    range.lowerBound + (range.upperBound - range.lowerBound) * (generator.next() + 1) / 2
  }

  /// The features of a window as it is.
  mutating func window(
    _ hand: MotionHistory, _ other: MotionHistory?, start: Double, end: Double
  ) -> (features: [Float], extent: Float) {
    hand.resample(from: start, to: end, into: &features.points)
    other?.resample(from: start, to: end, into: &features.otherPoints)
    return finished(hasOther: other != nil, duration: end - start)
  }

  private mutating func finished(hasOther: Bool, duration: Double) -> (features: [Float], extent: Float) {
    if hasOther {
      features.orderHands()
      features.updateTwoHands(duration: duration)
    } else {
      features.updateOneHand(duration: duration)
    }
    return (features.values, features.extent)
  }

  /// The features of a changed copy of a window.
  ///
  /// - Parameter turn: how far its way may be turned in radians; the hand itself is turned by a few degrees.
  mutating func copy(
    _ hand: MotionHistory, _ other: MotionHistory?, start: Double, end: Double, turn: Float = 0.17
  ) -> (features: [Float], extent: Float) {
    let duration = Float(end - start)
    let from = start + Double(bell() * Self.jitter * duration)
    let to = end + Double(bell() * Self.jitter * duration)
    let warp = 0.1 * bell()
    // As few frames as a slow camera takes.
    let count = generator.next() > 0 ? MotionFeatures.pointCount : Int(number(7...20))
    let phase = number(0...1)
    resample(hand, from, to, warp, count, phase, into: \.points)
    if let other { resample(other, from, to, warp, count, phase, into: \.otherPoints) }
    let size = exp(0.4 * bell())
    let angle = 0.17 * bell()
    // Where all directions are examples, those between them are, too.
    let way = turn > 1 ? turn * generator.next() : angle
    let pace = exp(0.3 * bell())
    let tilt = 0.35 * bell()
    change(\.points, size: size, angle: angle, way: way, tilt: tilt)
    if other != nil { change(\.otherPoints, size: size, angle: angle, way: way, tilt: tilt) }
    return finished(hasOther: other != nil, duration: Double(duration * pace))
  }

  private mutating func resample(
    _ history: MotionHistory, _ start: Double, _ end: Double, _ warp: Float, _ count: Int, _ phase: Float,
    into points: WritableKeyPath<MotionFeatures, [SIMD16<Float>]>
  ) {
    coarse.removeAll(keepingCapacity: true)
    for step in 0...count {
      // Half a step early, so that the last frame may be before the end of the window.
      let share = min(max((Float(step) - phase) / Float(count - 1), 0), 1)
      let bent = share + warp * sin(Float.pi * share)
      coarse.append(history.sample(at: start + (end - start) * Double(bent)))
    }
    for point in 0..<MotionFeatures.pointCount {
      let place = min(
        max(Float(point) / Float(MotionFeatures.pointCount - 1) * Float(count - 1) + phase, 0), Float(count))
      let index = min(Int(place), count - 1)
      features[keyPath: points][point] = coarse[index] + (coarse[index + 1] - coarse[index]) * (place - Float(index))
    }
  }

  /// Changes the way of a hand: its size and angle about its middle, how the hand is held, its fingers, and noise.
  private mutating func change(
    _ points: WritableKeyPath<MotionFeatures, [SIMD16<Float>]>, size: Float, angle: Float, way: Float,
    tilt: Float
  ) {
    let count = Float(MotionFeatures.pointCount)
    var middle = SIMD16<Float>.zero
    for point in features[keyPath: points] { middle += point / count }
    let palm = exp(middle[MotionSample.Channel.size])
    let isMirrored = generator.next() > 0.2
    let (pathCos, pathSin) = (cos(way), sin(way))
    let (fingerCos, fingerSin) = (cos(way - angle), sin(way - angle))
    let (handCos, handSin) = (cos(angle + tilt), sin(angle + tilt))
    var offsets = SIMD16<Float>.zero
    for channel in 7..<14 { offsets[channel] = 0.3 * bell() }
    // Seen from another side, palm and fingers are longer or shorter.
    let seen = [exp(0.25 * bell()), exp(0.35 * bell()), exp(0.25 * bell())]
    let (tipX, tipY) = (0.15 * bell(), 0.15 * bell())
    let fingers = 1 + 0.2 * bell()
    let noise = number(0.004...0.03)
    let (bowX, bowY) = (0.06 * bell(), 0.06 * bell())
    for index in 0..<MotionFeatures.pointCount {
      var point = features[keyPath: points][index]
      let share = Float(index) / (count - 1)
      let bow = sin(Float.pi * share) * palm
      let (x, y) = (size * (point[0] - middle[0]) + bow * bowX, size * (point[1] - middle[1]) + bow * bowY)
      point[0] = middle[0] + pathCos * x - pathSin * y + palm * noise * bell()
      point[1] = middle[1] + pathSin * x + pathCos * y + palm * noise * bell()
      point[2] += noise * bell()
      // The finger's way turns as that of the hand does.
      let (tipU, tipV) = (size * (point[14] - middle[14]), size * (point[15] - middle[15]))
      point[14] = middle[14] + fingerCos * tipU - fingerSin * tipV
      point[15] = middle[15] + fingerSin * tipU + fingerCos * tipV
      for (channel, scale) in zip([3, 5, 14], seen) {
        let (u, v) = (scale * point[channel], scale * point[channel + 1])
        point[channel] = handCos * u - handSin * v + noise * bell()
        point[channel + 1] = handSin * u + handCos * v + noise * bell()
      }
      point[14] += tipX
      point[15] += tipY
      if isMirrored {
        // The other hand on the same way: its thumb is on the other side.
        let (u, v) = (point[3], point[4])
        let along = (point[5] * u + point[6] * v) / max(u * u + v * v, 1e-3)
        (point[5], point[6]) = (2 * along * u - point[5], 2 * along * v - point[6])
      }
      for channel in 7..<14 {
        let change = fingers * (point[channel] - middle[channel])
        point[channel] = middle[channel] + change + offsets[channel] + noise * bell()
      }
      features[keyPath: points][index] = point
    }
  }
}
