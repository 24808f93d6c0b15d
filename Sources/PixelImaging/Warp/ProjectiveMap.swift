#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }

/// The 3×3 map from output positions to image positions, with the rounding of OpenCV's `getPerspectiveTransform` and inverse.
struct ProjectiveMap: Sendable {
  var m00, m01, m02, m10, m11, m12, m20, m21, m22: Double

  /// The map that sends the output's corners to `corners`, or nil if there is none in finite numbers.
  init?(corners: RegionWarp.Corners, outputWidth: Float, outputHeight: Float) {
    let pairs: [(from: PixelPoint, toX: Float, toY: Float)] = [
      (corners.bottomLeft, 0, outputHeight), (corners.topLeft, 0, 0), (corners.topRight, outputWidth, 0),
      (corners.bottomRight, outputWidth, outputHeight),
    ]
    // Eight equations, the right side as a ninth column. The products are of Float precision, as in OpenCV.
    var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (i, pair) in pairs.enumerated() {
      let (x, y) = (pair.from.x, pair.from.y)
      rows[i] = [Double(x), Double(y), 1, 0, 0, 0, Double(-x * pair.toX), Double(-y * pair.toX), Double(pair.toX)]
      rows[i + 4] = [0, 0, 0, Double(x), Double(y), 1, Double(-x * pair.toY), Double(-y * pair.toY), Double(pair.toY)]
    }
    let s = Self.solve(&rows)

    // The inverse by cofactors.
    let d =
      s[0] * (s[4] * 1 - s[5] * s[7]) - s[1] * (s[3] * 1 - s[5] * s[6]) + s[2] * (s[3] * s[7] - s[4] * s[6])
    let scale = 1 / d
    m00 = (s[4] * 1 - s[5] * s[7]) * scale
    m01 = (s[2] * s[7] - s[1] * 1) * scale
    m02 = (s[1] * s[5] - s[2] * s[4]) * scale
    m10 = (s[5] * s[6] - s[3] * 1) * scale
    m11 = (s[0] * 1 - s[2] * s[6]) * scale
    m12 = (s[2] * s[3] - s[0] * s[5]) * scale
    m20 = (s[3] * s[7] - s[4] * s[6]) * scale
    m21 = (s[1] * s[6] - s[0] * s[7]) * scale
    m22 = (s[0] * s[4] - s[1] * s[3]) * scale
    let all = [m00, m01, m02, m10, m11, m12, m20, m21, m22]
    guard all.allSatisfy(\.isFinite) else { return nil }
  }

  /// Gaussian elimination with partial pivoting of eight rows of nine; the solution.
  private static func solve(_ rows: inout [[Double]]) -> [Double] {
    for i in 0..<8 {
      var pivot = i
      for j in i + 1..<8 where abs(rows[j][i]) > abs(rows[pivot][i]) { pivot = j }
      rows.swapAt(i, pivot)
      let d = -1 / rows[i][i]
      for j in i + 1..<8 {
        let factor = rows[j][i] * d
        for k in i + 1..<9 { rows[j][k] += factor * rows[i][k] }
      }
    }
    var solution = [Double](repeating: 0, count: 8)
    for i in (0..<8).reversed() {
      var value = rows[i][8]
      for k in i + 1..<8 { value -= rows[i][k] * solution[k] }
      solution[i] = value / rows[i][i]
    }
    return solution
  }
}
