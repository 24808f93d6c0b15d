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

  /// The maximum width of a column. Longer texts stick out, so that one of them does not make every line long.
  private static let largestWidth = 1000

  /// The widths of the columns.
  private var widths: [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        if cell.utf8.count > widths[column] { widths[column] = max(widths[column], cell.count) }
      }
    }
    return widths.map { min($0, Self.largestWidth) }
  }

  /// The number of bytes, at most, that ``lines(indent:)`` adds to those of the texts.
  func paddingCount(indent: Int = 0) -> Int { rows.count * widths.reduce(indent) { $0 + $1 + 2 } }

  /// The lines, each after `indent` spaces, with two spaces between columns.
  func lines(indent: Int = 0) -> [String] {
    let widths = widths
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      let end = (row.lastIndex { !$0.isEmpty } ?? -1) + 1
      for (column, cell) in row[..<end].enumerated() {
        let gap = String(repeating: " ", count: max(widths[column] - cell.count, 0))
        let isRight = column < sides.count && sides[column] == .right
        line += (column > 0 ? "  " : "") + (isRight ? gap + cell : column + 1 < end ? cell + gap : cell)
      }
      while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
      return line
    }
  }
}
