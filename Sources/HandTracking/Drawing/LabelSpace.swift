import PixelImaging

/// The places that labels can take in a picture: square cells that know whether a hand or a label is there.
///
/// Sums over all cells above and to the left tell what a rectangle covers from four numbers, so that every place of a
/// picture can be tried.
struct LabelSpace: Sendable {
  /// A place and what a label there would cover: 0 for nothing, more for a hand, much more for another label.
  struct Place {
    let box: LabelBox
    let covers: Int
  }

  /// The most that it costs to cover a cell of a hand.
  static let maximumHandWeight = 100

  private let width, height, cell: Int
  private let columns, rows: Int
  private var weights: [Int]
  private var sums: [Int] = []

  /// An empty space for a picture of `width` × `height` pixels; `cell` is the side of a cell.
  init(width: Int, height: Int, cell: Int) {
    (self.width, self.height, self.cell) = (width, height, cell)
    columns = (width + cell - 1) / cell
    rows = (height + cell - 1) / cell
    weights = [Int](repeating: 0, count: columns * rows)
  }

  // MARK: What is there

  /// Marks the cells of a hand's part, all points within `radius` of a line, with what it costs to cover one.
  mutating func addHand(from start: PixelPoint, to end: PixelPoint, radius: Float, weight: Int) {
    let side = Float(cell)
    // A cell counts if a part of it is that close to the line.
    let reach = radius + 0.75 * side
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let lengthSquared = max(dx * dx + dy * dy, 1e-6)
    for row in range(min(start.y, end.y) - reach, max(start.y, end.y) + reach, count: rows) {
      for column in range(min(start.x, end.x) - reach, max(start.x, end.x) + reach, count: columns) {
        let (x, y) = ((Float(column) + 0.5) * side - start.x, (Float(row) + 0.5) * side - start.y)
        let nearest = min(max((x * dx + y * dy) / lengthSquared, 0), 1)
        let (offsetX, offsetY) = (x - nearest * dx, y - nearest * dy)
        guard offsetX * offsetX + offsetY * offsetY <= reach * reach else { continue }
        weights[row * columns + column] = max(weights[row * columns + column], weight)
      }
    }
  }

  /// Marks the cells of a label. Each of them outweighs all cells of all hands.
  mutating func addLabel(_ box: LabelBox) {
    for row in box.y / cell...(box.y + box.height - 1) / cell {
      for column in box.x / cell...(box.x + box.width - 1) / cell {
        weights[row * columns + column] = Self.maximumHandWeight * columns * rows + 1
      }
    }
  }

  // MARK: Places

  /// Sums up what is there, for `place`.
  mutating func updateSums() {
    sums = [Int](repeating: 0, count: (columns + 1) * (rows + 1))
    for row in 0..<rows {
      var ofRow = 0
      for column in 0..<columns {
        ofRow += weights[row * columns + column]
        sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + ofRow
      }
    }
  }

  /// The place of a rectangle that covers least: above a hand or below it, otherwise the one nearest to its center.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at most the picture's.
  ///   - height: rows, at most the picture's.
  ///   - hand: the rectangle around the hand.
  func place(width: Int, height: Int, near hand: LabelBox) -> Place {
    let left = max(min(hand.x, self.width - width), 0)
    for top in [hand.y - cell - height, hand.y + hand.height + cell] where (0...self.height - height).contains(top) {
      let box = LabelBox(x: left, y: top, width: width, height: height)
      if weight(of: box) == 0 { return Place(box: box, covers: 0) }
    }
    let first = LabelBox(x: left, y: 0, width: width, height: height)
    var best = (place: Place(box: first, covers: weight(of: first)), distance: first.squaredDistance(hand))
    for y in starts(through: self.height - height) {
      for x in starts(through: self.width - width) {
        let box = LabelBox(x: x, y: y, width: width, height: height)
        let (covers, distance) = (weight(of: box), box.squaredDistance(hand))
        if (covers, distance) < (best.place.covers, best.distance) {
          best = (Place(box: box, covers: covers), distance)
        }
      }
    }
    return best.place
  }

  /// The first pixels of the cells up to `last`, and `last` itself.
  private func starts(through last: Int) -> [Int] {
    Array(stride(from: 0, to: last, by: cell)) + [last]
  }

  private func weight(of box: LabelBox) -> Int {
    let (left, right) = (box.x / cell, (box.x + box.width - 1) / cell + 1)
    let (top, bottom) = (box.y / cell * (columns + 1), ((box.y + box.height - 1) / cell + 1) * (columns + 1))
    return sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
  }

  /// The cells between two coordinates.
  private func range(_ low: Float, _ high: Float, count: Int) -> Range<Int> {
    let first = max(Int((low / Float(cell)).rounded(.down)), 0)
    let end = min(Int((high / Float(cell)).rounded(.down)) + 1, count)
    return first < end ? first..<end : 0..<0
  }
}
