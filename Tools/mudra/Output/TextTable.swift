/// Lines of text in columns.
struct TextTable {
  /// The side of its column on which a text is aligned.
  enum Side {
    case left, right
  }

  private let sides: [Side]
  private var rows: [[String]] = []

  /// An empty table. Texts beyond the given columns are aligned left.
  init(_ sides: [Side]) {
    self.sides = sides
  }

  /// Adds a line.
  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The lines, each after `indent` spaces, with two spaces between columns.
  func lines(indent: Int = 0) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        let isRight = column < sides.count && sides[column] == .right
        line += (column > 0 ? "  " : "") + (isRight ? gap + cell : cell + gap)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
