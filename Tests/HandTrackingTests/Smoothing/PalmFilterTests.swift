import HandTracking
import TestSupport
import Testing

@Suite struct PalmFilterTests {
  /// The centers of a palm of 100 pixels in a region of 224, for places one frame apart.
  private func centers(_ places: [SIMD2<Float>]) -> [SIMD2<Float>] {
    var filter = PalmFilter()
    return places.map {
      filter.update($0, seconds: 1 / 30, side: 224, palm: 100)
      return filter.center ?? SIMD2(repeating: .nan)
    }
  }

  @Test func `a palm of constant speed is where it is seen`() {
    let places = (0..<30).map { SIMD2<Float>(100, 50) + Float($0) * SIMD2(8, -3) }
    for (center, place) in zip(centers(places), places).dropFirst(8) {
      #expect(abs(center.x - place.x) < 0.05 && abs(center.y - place.y) < 0.05, "\(center) \(place)")
    }
  }

  @Test func `noise at rest is less, above all from frame to frame`() {
    var generator = SeededGenerator(seed: 1)
    let places = (0..<200).map { _ in SIMD2(generator.nextFloat(), generator.nextFloat()) }
    func spread(_ points: [SIMD2<Float>]) -> Float {
      points.dropFirst(20).reduce(0) { $0 + ($1 * $1).sum() }
    }
    func changes(_ points: [SIMD2<Float>]) -> [SIMD2<Float>] { zip(points.dropFirst(), points).map { $0 - $1 } }
    #expect(spread(centers(places)) < 0.8 * spread(places))
    #expect(spread(changes(centers(places))) < 0.55 * spread(changes(places)))
  }

  @Test func `a jump is followed within three frames`() {
    let places = (0..<20).map { SIMD2<Float>($0 < 10 ? 0 : 80, 0) }
    let found = centers(places)
    #expect(abs(found[12].x - 80) < 8, "\(found[10...14])")
  }

  @Test func `the filter restarts with places that are not numbers, after no time and after a long one`() {
    for (seconds, place): (Float, Float) in [(0, 40), (-1, 40), (2, 40), (.nan, 40)] {
      var filter = PalmFilter()
      for frame in 0..<5 { filter.update(SIMD2(Float(frame), 0), seconds: 1 / 30, side: 224, palm: 100) }
      filter.update(SIMD2(place, 0), seconds: seconds, side: 224, palm: 100)
      #expect(filter.center == SIMD2(place, 0))
      #expect(filter.velocity == SIMD2())
    }
    var filter = PalmFilter()
    filter.update(SIMD2(1, 1), seconds: 0, side: 224, palm: 100)
    filter.update(SIMD2(.nan, 1), seconds: 1 / 30, side: 224, palm: 100)
    #expect(filter.center == nil)
  }
}
