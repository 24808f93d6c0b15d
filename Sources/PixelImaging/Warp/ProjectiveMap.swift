import MudraPlatform

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }

/// The 3×3 map from output positions to image positions, with the rounding of OpenCV's `getPerspectiveTransform` and
/// inverse.
struct ProjectiveMap: Sendable {
  var m00, m01, m02, m10, m11, m12, m20, m21, m22: Double

  /// The map that takes the output's corners to `corners`; nil if there is none in finite numbers.
  init?(corners: RegionWarp.Corners, outputWidth: Float, outputHeight: Float) {
    // 640 bytes on the stack.
    var s: (Double, Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Equations.valueCount) { memory in
      let equations = Equations(memory)
      equations.map(corners.bottomLeft, toX: 0, toY: outputHeight, pair: 0)
      equations.map(corners.topLeft, toX: 0, toY: 0, pair: 1)
      equations.map(corners.topRight, toX: outputWidth, toY: 0, pair: 2)
      equations.map(corners.bottomRight, toX: outputWidth, toY: outputHeight, pair: 3)
      equations.solve()
      s = equations.solution
    }

    // The inverse by cofactors.
    let d =
      s.0 * (s.4 * 1 - s.5 * s.7) - s.1 * (s.3 * 1 - s.5 * s.6) + s.2 * (s.3 * s.7 - s.4 * s.6)
    let scale = 1 / d
    m00 = (s.4 * 1 - s.5 * s.7) * scale
    m01 = (s.2 * s.7 - s.1 * 1) * scale
    m02 = (s.1 * s.5 - s.2 * s.4) * scale
    m10 = (s.5 * s.6 - s.3 * 1) * scale
    m11 = (s.0 * 1 - s.2 * s.6) * scale
    m12 = (s.2 * s.3 - s.0 * s.5) * scale
    m20 = (s.3 * s.7 - s.4 * s.6) * scale
    m21 = (s.1 * s.6 - s.0 * s.7) * scale
    m22 = (s.0 * s.4 - s.1 * s.3) * scale
    // A sum is finite only if every term is.
    guard (m00 + m01 + m02 + m10 + m11 + m12 + m20 + m21 + m22).isFinite else { return nil }
  }
}

extension ProjectiveMap {
  /// The image position of an output position, without the rounding of OpenCV's order of operations.
  func position(x: Double, y: Double) -> (x: Double, y: Double) {
    let z = m20 * x + m21 * y + m22
    return ((m00 * x + m01 * y + m02) / z, (m10 * x + m11 * y + m12) / z)
  }
}

/// The eight linear equations for the map from image to output, one row of nine coefficients each.
private struct Equations {
  static let valueCount = 8 * 9 + 8
  private let values: UnsafeMutableBufferPointer<Double>

  /// - Parameter memory: memory for `valueCount` numbers, owned by the caller.
  init(_ memory: UnsafeMutableBufferPointer<Double>) {
    values = memory
    values.initialize(repeating: 0)
  }

  private subscript(row: Int, column: Int) -> Double {
    get { values[row * 9 + column] }
    nonmutating set { values[row * 9 + column] = newValue }
  }

  /// Adds the equations that map `from` to (`toX`, `toY`). The products have Float precision, as in OpenCV.
  func map(_ from: PixelPoint, toX: Float, toY: Float, pair: Int) {
    state(from, to: toX, row: pair, column: 0)
    state(from, to: toY, row: pair + 4, column: 3)
  }

  private func state(_ from: PixelPoint, to: Float, row: Int, column: Int) {
    self[row, column] = Double(from.x)
    self[row, column + 1] = Double(from.y)
    self[row, column + 2] = 1
    self[row, 6] = Double(-from.x * to)
    self[row, 7] = Double(-from.y * to)
    self[row, 8] = Double(to)
  }

  /// Gaussian elimination with partial pivoting.
  func solve() {
    for i in 0..<8 {
      var pivot = i
      for j in i + 1..<8 where abs(self[j, i]) > abs(self[pivot, i]) { pivot = j }
      for k in 0..<9 { values.swapAt(i * 9 + k, pivot * 9 + k) }
      let d = -1 / self[i, i]
      for j in i + 1..<8 {
        let factor = self[j, i] * d
        for k in i + 1..<9 { self[j, k] += factor * self[i, k] }
      }
    }
    for i in (0..<8).reversed() {
      var value = self[i, 8]
      for k in i + 1..<8 { value -= self[i, k] * values[72 + k] }
      values[72 + i] = value / self[i, i]
    }
  }

  var solution: (Double, Double, Double, Double, Double, Double, Double, Double) {
    (values[72], values[73], values[74], values[75], values[76], values[77], values[78], values[79])
  }
}
