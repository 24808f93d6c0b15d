/// The centres of the palm detector's anchors, normalised to its input.
///
/// The 24×24 grid comes first. Within a grid: rows, then columns, then the anchors of the cell, which are identical
/// (their width and height are 1).
package struct SSDAnchors: Sendable {
  /// Anchor centres, one a box of the detector's output.
  package let centers: [PalmPoint]

  /// The anchors of grids with `anchorsPerCell` anchors in each of `side`² cells.
  package init(grids: [(side: Int, anchorsPerCell: Int)] = ModelConstants.Palm.grids) {
    var centers: [PalmPoint] = []
    for grid in grids {
      for y in 0..<grid.side {
        for x in 0..<grid.side {
          let center = PalmPoint(
            x: Float((Double(x) + 0.5) / Double(grid.side)), y: Float((Double(y) + 0.5) / Double(grid.side)))
          centers.append(contentsOf: repeatElement(center, count: grid.anchorsPerCell))
        }
      }
    }
    self.centers = centers
  }
}
