/// Smooths the landmarks of one hand from frame to frame: a ``OneEuroFilter`` for each coordinate.
package struct LandmarkSmoother: Sendable {
  /// x, y and z of each landmark, in sequence.
  private var filters = [OneEuroFilter](repeating: OneEuroFilter(), count: 3 * ModelConstants.Landmarks.count)
  private let options: SmoothingOptions

  /// A smoother that has seen nothing.
  package init(_ options: SmoothingOptions) {
    self.options = options
  }

  /// Smooths the landmarks of the next frame.
  ///
  /// - Parameters:
  ///   - points: 21 landmarks.
  ///   - seconds: the time since the previous frame.
  ///   - scale: the factors that convert x, y and z to the same unit, such as pixels.
  package mutating func smooth<Point: LandmarkPoint>(_ points: inout [Point], seconds: Float, scale: SIMD3<Float>) {
    let palm = points.palmLength(scaledBy: scale)
    for index in points.indices {
      let point = SIMD3(points[index].x, points[index].y, points[index].z)
      var smoothed = point
      for axis in 0..<3 {
        smoothed[axis] = filters[3 * index + axis].smooth(
          point[axis], seconds: seconds, unit: palm / scale[axis], options: options)
      }
      points[index] = Point(at: smoothed)
    }
  }
}
