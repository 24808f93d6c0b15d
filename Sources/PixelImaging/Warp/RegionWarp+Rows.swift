extension RegionWarp {
  /// Output rows outside of which there is no pixel of the image: with a black border, all other rows are black.
  package var pictureRows: Range<Int> {
    let rows = 0..<outputHeight
    guard isTame, let first = rows.first(where: { !isOutside(row: $0) }),
      let last = rows.last(where: { !isOutside(row: $0) })
    else { return rows }
    return first..<last + 1
  }

  /// In pixels: more than positions are rounded by.
  private static let margin = 0.1

  /// Whether the image is to one side of both ends of a row, and so of all of it. A pixel is sampled from its position
  /// to less than 1 before it and after it.
  private func isOutside(row: Int) -> Bool {
    let left = map.position(x: 0, y: Double(row))
    let right = map.position(x: Double(outputWidth - 1), y: Double(row))
    let width = Double(imageWidth) + Self.margin
    let height = Double(imageHeight) + Self.margin
    return max(left.x, right.x) < -1 - Self.margin || min(left.x, right.x) > width
      || max(left.y, right.y) < -1 - Self.margin || min(left.y, right.y) > height
  }
}
