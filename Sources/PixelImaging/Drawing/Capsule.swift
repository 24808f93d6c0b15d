/// All points within a distance of a line from one point to another: a thick line with round ends, or a disc.
struct Capsule {
  private let start: PixelPoint
  private let dx, dy: Float
  private let radius: Float
  private let inverseLengthSquared: Float

  /// Nil if a number is not finite or too large for pixel arithmetic, or if the radius is not positive.
  init?(from start: PixelPoint, to end: PixelPoint, radius: Float) {
    let limit: Float = 0x1p20
    guard radius > 0, radius < limit else { return nil }
    for value in [start.x, start.y, end.x, end.y] {
      guard abs(value) < limit else { return nil }
    }
    self.start = start
    self.radius = radius
    (dx, dy) = (end.x - start.x, end.y - start.y)
    let lengthSquared = dx * dx + dy * dy
    inverseLengthSquared = lengthSquared > 0x1p-40 ? 1 / lengthSquared : 0
  }

  /// The coverage of a pixel, 0…1, which falls off over one pixel around the edge.
  func coverage(_ x: Int, _ y: Int) -> Float {
    let (px, py) = (Float(x) - start.x, Float(y) - start.y)
    let nearest = min(max((px * dx + py * dy) * inverseLengthSquared, 0), 1)
    let (ox, oy) = (px - nearest * dx, py - nearest * dy)
    return min(max(radius + 0.5 - (ox * ox + oy * oy).squareRoot(), 0), 1)
  }

  /// The rows that may be covered, of `height` rows.
  func rows(within height: Int) -> Range<Int> {
    Self.pixels(from: min(start.y, start.y + dy) - reach, to: max(start.y, start.y + dy) + reach, within: height)
  }

  /// The columns of a row that may be covered, of `width` columns.
  func columns(ofRow y: Int, within width: Int) -> Range<Int> {
    // The range of the line that is close enough to the row.
    var (first, last): (Float, Float) = (0, 1)
    if dy != 0 {
      let (a, b) = ((Float(y) - reach - start.y) / dy, (Float(y) + reach - start.y) / dy)
      (first, last) = (min(max(min(a, b), 0), 1), min(max(max(a, b), 0), 1))
    }
    let (x0, x1) = (start.x + first * dx, start.x + last * dx)
    return Self.pixels(from: min(x0, x1) - reach, to: max(x0, x1) + reach, within: width)
  }

  private var reach: Float { radius + 1 }

  private static func pixels(from low: Float, to high: Float, within limit: Int) -> Range<Int> {
    let first = max(Int(low.rounded(.down)), 0)
    let end = min(Int(high.rounded(.up)) + 1, limit)
    return first < end ? first..<end : 0..<0
  }
}
