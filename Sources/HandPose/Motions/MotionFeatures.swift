#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// The numbers that a network sees of a window of time: twenty points of the way of one hand or two, as the sums of
/// slow and quick waves (a discrete cosine transform), in palms.
///
/// The place in the picture and the distance from the camera are left out.
package struct MotionFeatures: Sendable {
  /// The points of a window.
  package static let pointCount = 20
  /// The waves of a channel.
  static let waveCount = 8
  /// The features of a window of one hand or of two.
  package static let count = 104

  private static let (stillness, way): (Float, Float) = (0.4, 2.5)

  /// The features of the last window.
  package private(set) var values = [Float](repeating: 0, count: count)
  /// How much the hand moves in the last window, in palms: the root mean square of its palm's and its index finger's
  /// ways and of what its fingers do.
  package private(set) var extent: Float = 0

  /// The points of the first hand, and of the second if there are two.
  package var points = [SIMD16<Float>](repeating: .zero, count: pointCount)
  package var otherPoints = [SIMD16<Float>](repeating: .zero, count: pointCount)
  private var waves = [SIMD16<Float>](repeating: .zero, count: waveCount)
  private var otherWaves = [SIMD16<Float>](repeating: .zero, count: waveCount)
  private var relation = [SIMD4<Float>](repeating: .zero, count: waveCount)
  private let basis: [Float]

  package init() {
    var basis: [Float] = []
    for wave in 0..<Self.waveCount {
      for point in 0..<Self.pointCount {
        let angle = Double.pi * Double(wave) * (Double(point) + 0.5) / Double(Self.pointCount)
        basis.append(Float(cos(angle) * (wave == 0 ? 1 : 2.0.squareRoot()) / Double(Self.pointCount)))
      }
    }
    self.basis = basis
  }

  /// The features of ``points``.
  ///
  /// - Parameter duration: the length of the window in seconds.
  package mutating func updateOneHand(duration: Double) {
    Self.transform(points, basis, &waves)
    let size = exp(waves[0][MotionSample.Channel.size])
    var next = 0
    var squares: Float = 0
    for wave in 1..<Self.waveCount {
      let (x, y) = (waves[wave][0] / size, waves[wave][1] / size)
      let (tipX, tipY) = (x + waves[wave][14], y + waves[wave][15])
      put(x, &next)
      put(y, &next)
      put(tipX, &next)
      put(tipY, &next)
      squares += max(x * x + y * y, tipX * tipX + tipY * tipY)
    }
    for wave in 1..<4 { put(2 * waves[wave][2], &next) }
    for channel in 3..<7 {
      put(0.5 * waves[0][channel], &next)
      for wave in 1..<5 { put(1.5 * waves[wave][channel], &next) }
    }
    for channel in 7..<14 {
      put(0.6 * waves[0][channel], &next)
      for wave in 1..<6 {
        put(2 * waves[wave][channel], &next)
        squares += 0.5 * waves[wave][channel] * waves[wave][channel]
      }
    }
    put(Self.seconds(duration), &next)
    putWay(size: size, &next)
    while next < Self.count { put(0, &next) }
    extent = squares.squareRoot()
  }

  /// What does not depend on where the way of the index finger's tip begins and where it leads: how long it is, how far
  /// that brings it, and the area that it goes around, clockwise or not.
  private mutating func putWay(size: Float, _ next: inout Int) {
    func place(_ point: Int) -> SIMD2<Float> {
      SIMD2(points[point][0] / size + points[point][14], points[point][1] / size + points[point][15])
    }
    let first = place(0)
    var (length, area, last): (Float, Float, SIMD2<Float>) = (0, 0, first)
    // Every third point: what is shorter is noise.
    for point in stride(from: 3, to: Self.pointCount, by: 3) {
      let here = place(point)
      let (step, arm) = (here - last, last - first)
      length += (step * step).sum().squareRoot()
      area += (arm.x * step.y - arm.y * step.x) / 2
      last = here
    }
    let chord = ((last - first) * (last - first)).sum().squareRoot()
    let square = max(length * length, 0.5)
    put(length, &next)
    put(log(length + 0.1), &next)
    put(chord / max(length, 0.5), &next)
    put(4 * Float.pi * area / square, &next)
  }

  /// The features of ``points``, of the hand that is further left in the picture, and ``otherPoints``.
  ///
  /// - Parameter duration: the length of the window in seconds.
  package mutating func updateTwoHands(duration: Double) {
    Self.transform(points, basis, &waves)
    Self.transform(otherPoints, basis, &otherWaves)
    let size = exp((waves[0][2] + otherWaves[0][2]) / 2)
    updateRelation(size: size)
    var next = 0
    var squares: Float = 0
    for wave in 0..<7 {
      let scale: Float = wave == 0 ? 0.3 : 1
      for part in 0..<3 { put(scale * relation[wave][part], &next) }
      if wave > 0 { squares += 0.25 * (relation[wave][0] * relation[wave][0] + relation[wave][1] * relation[wave][1]) }
    }
    for wave in 1..<6 {
      for channel in 0..<2 {
        let (one, other) = (waves[wave][channel] / size, otherWaves[wave][channel] / size)
        put(one, &next)
        put(other, &next)
        squares += (one * one + other * other) / 2
      }
    }
    for wave in 0..<4 {
      let scale: Float = wave == 0 ? 0.6 : 2
      putFingers(waves[wave], scale, &next)
      putFingers(otherWaves[wave], scale, &next)
      guard wave > 0 else { continue }
      let (one, other) = (waves[wave], otherWaves[wave])
      squares += 0.25 * (one[8] * one[8] + one[12] * one[12] + other[8] * other[8] + other[12] * other[12])
    }
    for wave in 0..<3 {
      for channel in 3..<7 {
        put((wave == 0 ? 0.5 : 1.5) * waves[wave][channel], &next)
        put((wave == 0 ? 0.5 : 1.5) * otherWaves[wave][channel], &next)
      }
    }
    put(Self.seconds(duration), &next)
    while next < Self.count { put(0, &next) }
    extent = squares.squareRoot()
  }

  /// How much each feature of one hand, or of two, counts: how a hand is held differs from person to person, and counts
  /// less than what it does; what does not depend on the way's direction counts more.
  package static func importance(handCount: Int) -> [Float] {
    var result = [Float](repeating: 1, count: count)
    let still =
      handCount == 1
      ? (0..<4).map { 31 + 5 * $0 } + (0..<7).map { 51 + 6 * $0 } : Array(0..<3) + Array(41..<45) + Array(57..<65)
    for index in still { result[index] = stillness }
    for index in handCount == 1 ? 94..<98 : 3..<21 { result[index] = way }
    return result
  }

  /// Exchanges the hands if the first one is not further left.
  package mutating func orderHands() {
    var difference: Float = 0
    for point in points.indices { difference += points[point][0] - otherPoints[point][0] }
    if difference > 0 { swap(&points, &otherPoints) }
  }

  /// How far four fingertips are from the palm, and a pinch.
  private mutating func putFingers(_ wave: SIMD16<Float>, _ scale: Float, _ next: inout Int) {
    put(scale * (wave[8] + wave[9] + wave[10] + wave[11]) / 4, &next)
    put(scale * wave[12], &next)
  }

  private mutating func put(_ value: Float, _ next: inout Int) {
    // A jump of the tracking is no movement of a hand.
    values[next] = min(max(value, -8), 8)
    next += 1
  }

  private static func seconds(_ duration: Double) -> Float { 0.7 * Float(log(duration)) }

  /// The way from one hand to the other, and the logarithm of its length.
  private mutating func updateRelation(size: Float) {
    for wave in relation.indices { relation[wave] = .zero }
    for point in points.indices {
      let x = (otherPoints[point][0] - points[point][0]) / size
      let y = (otherPoints[point][1] - points[point][1]) / size
      let value = SIMD4(x, y, 2 * log(max((x * x + y * y).squareRoot(), 0.3)), 0)
      for wave in relation.indices { relation[wave] += value * basis[wave * Self.pointCount + point] }
    }
  }

  private static func transform(
    _ points: [SIMD16<Float>], _ basis: [Float], _ waves: inout [SIMD16<Float>]
  ) {
    for wave in waves.indices {
      var sum = SIMD16<Float>.zero
      for point in points.indices { sum += points[point] * basis[wave * pointCount + point] }
      waves[wave] = sum
    }
  }
}
