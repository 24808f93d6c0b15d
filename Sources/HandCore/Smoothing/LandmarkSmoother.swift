/// Smooths the landmarks of one hand from frame to frame: a ``OneEuroFilter`` for each coordinate.
package struct LandmarkSmoother: Sendable {
  /// x, y and z of each landmark, in sequence.
  private var filters = [OneEuroFilter](repeating: OneEuroFilter(), count: 3 * ModelConstants.Landmarks.count)
  private let options: SmoothingOptions
  /// One palm in units of x, y and z.
  private var unit = SIMD3<Float>()

  /// A smoother that has seen nothing.
  package init(_ options: SmoothingOptions) {
    self.options = options
  }

  /// Smooths the landmarks of the next frame. With the method `palmAndShape`, x and y follow as fast as the two
  /// together move, so that a path is not bent.
  ///
  /// - Parameters:
  ///   - points: 21 landmarks.
  ///   - seconds: the time since the previous frame.
  ///   - scale: the factors that convert x, y and z to the same unit, such as pixels.
  package mutating func smooth<Point: LandmarkPoint>(_ points: inout [Point], seconds: Float, scale: SIMD3<Float>) {
    unit = points.palmLength(scaledBy: scale) / scale
    for index in points.indices {
      let point = points[index].coordinates
      var (smoothed, speeds) = (point, SIMD3<Float>())
      for axis in 0..<3 {
        let speed = filters[3 * index + axis].updateSpeed(
          point[axis], seconds: seconds, unit: unit[axis], options: options)
        speeds[axis] = abs(speed ?? .nan)
      }
      if options.method == .palmAndShape {
        let planar = (speeds.x * speeds.x + speeds.y * speeds.y).squareRoot()
        speeds = SIMD3(planar, planar, speeds.z)
      }
      for axis in 0..<3 where !speeds[axis].isNaN {
        smoothed[axis] = filters[3 * index + axis].approach(
          point[axis], speed: speeds[axis], seconds: seconds, options: options)
      }
      points[index] = Point(at: smoothed)
    }
  }

  /// How fast a landmark moves, in units of x, y and z per second.
  func velocity(of index: Int) -> SIMD3<Float> {
    SIMD3(filters[3 * index].speed, filters[3 * index + 1].speed, filters[3 * index + 2].speed) * unit
  }
}
