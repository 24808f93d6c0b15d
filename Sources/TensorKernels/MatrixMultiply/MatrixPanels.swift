import MachineCode

/// How an emitted matrix product is divided: columns into panels of a few vectors, rows into tiles whose sums stay in
/// registers.
struct MatrixPanels: Sendable {
  /// Neighboring panels of the same shape, which share code.
  struct Group: Sendable, Hashable {
    let width: VectorWidth
    let firstColumn: Int
    /// Vectors of a panel.
    let vectors: Int
    let panelCount: Int
    /// The number of lanes used in the last vector, if fewer than all.
    let raggedLanes: Int?
    /// Rows of the tallest tile.
    let tileHeight: Int

    /// Columns of a panel.
    var columnCount: Int { vectors * width.laneCount }
    /// Bytes of the mask before the weights.
    var maskByteCount: Int { raggedLanes == nil ? 0 : width.byteCount }
    /// The maximum number of sums that a tile holds; the registers above them hold weights and inputs.
    var sumCount: Int { tileHeight * vectors }
  }

  private(set) var groups: [Group] = []
  private let rows: Int
  /// The narrowest instructions.
  private let narrow: VectorWidth
  private var nextColumn = 0

  /// The panels of a product, with instructions of up to a width.
  ///
  /// Sixteen lanes if columns fill them: partially filled vectors would waste multiplications. Short sums are faster
  /// with eight, measured on a Zen 4: most of their time is spent starting and storing them.
  init(_ problem: MatrixMultiply.Problem, width: VectorWidth) {
    rows = problem.rows
    narrow = width == .bits128Of32 ? width : .bits256
    if rows == 1 {
      addRow(problem.columns)
    } else if width == .bits128Of32 {
      addPairs(problem.columns)
    } else {
      if width == .bits512, problem.depth >= 64 { addWide(problem.columns) }
      addNarrow(problem.columns - nextColumn)
    }
  }

  /// A number of rows that all tiles divide.
  var rowsPerUnit: Int { rows == 1 ? 1 : (narrow == .bits128Of32 ? 8 : 12) }

  private mutating func add(
    _ width: VectorWidth? = nil, vectors: Int, panels: Int, height: Int, lanes: Int? = nil
  ) {
    guard panels > 0 else { return }
    let width = width ?? narrow
    groups.append(
      Group(
        width: width, firstColumn: nextColumn, vectors: vectors, panelCount: panels, raggedLanes: lanes,
        tileHeight: height))
    nextColumn += vectors * width.laneCount * panels
  }

  /// Panels of nearly equal width, at most twelve vectors: a narrow one would wait for its own additions to complete.
  private mutating func addRow(_ columns: Int) {
    let lanes = narrow.laneCount
    let total = (columns + lanes - 1) / lanes
    let count = (total + 11) / 12
    let (vectors, wideCount) = total.quotientAndRemainder(dividingBy: count)
    let ragged = columns % lanes
    add(vectors: vectors + 1, panels: wideCount, height: 1)
    add(vectors: vectors, panels: count - wideCount - (ragged > 0 ? 1 : 0), height: 1)
    if ragged > 0 { add(vectors: vectors, panels: 1, height: 1, lanes: ragged) }
  }

  /// Columns that fill vectors of sixteen, where there are many.
  ///
  ///     vectors per panel   2    3
  ///     rows per tile      12    6
  private mutating func addWide(_ columns: Int) {
    let whole = columns.isMultiple(of: 16) ? columns / 16 : columns / 16 - 1
    guard whole > 1 else { return }
    if whole % 2 == 1 { add(.bits512, vectors: 3, panels: 1, height: 6) }
    add(.bits512, vectors: 2, panels: whole / 2 - whole % 2, height: 12)
  }

  /// Three vectors per panel if the rows divide by four but not by six, otherwise two; the remainder as it is.
  ///
  ///     vectors per panel   1    2    3
  ///     rows per tile      12    6    4
  private mutating func addNarrow(_ columns: Int) {
    let whole = columns / 8
    let ragged = columns % 8
    let prefersThree = whole % 3 == 0 && (rows % 6 != 0 || whole % 2 != 0)
    let wide = prefersThree ? 3 : 2
    var left = whole
    if !prefersThree, whole % 2 == 1, whole >= 3 {
      add(vectors: 3, panels: 1, height: 4)
      left -= 3
    }
    add(vectors: wide, panels: left / wide, height: 12 / wide)
    let rest = left % wide
    if rest > 0 { add(vectors: rest, panels: 1, height: 12 / rest) }
    if ragged > 0 { add(vectors: 1, panels: 1, height: 12, lanes: ragged) }
  }

  /// Two vectors of four lanes per panel and eight rows per tile: sixteen sums, the inputs of four terms in a register
  /// for each row, and the weights of four terms in the other eight.
  private mutating func addPairs(_ columns: Int) {
    add(vectors: 2, panels: columns / 8, height: 8)
    let rest = columns % 8
    if rest > 0 { add(vectors: (rest + 3) / 4, panels: 1, height: 8, lanes: rest % 4 > 0 ? rest % 4 : nil) }
  }

  /// The last rows of a group, for which a whole tile does not pay: two tiles of nearly equal height divide them, since
  /// a tile of few sums waits for its own additions to complete. Nil if whole tiles divide the rows.
  func sharedRows(_ group: Group) -> Int? {
    let rest = rows % group.tileHeight
    return rest > 0 && rows > group.tileHeight ? group.tileHeight + rest : nil
  }

  /// Heights of a group's tiles, tallest first and 1 last.
  func heights(_ group: Group) -> [Int] {
    var heights: Set = [min(group.tileHeight, rows), 1]
    if rows % group.tileHeight > 0 { heights.insert(rows % group.tileHeight) }
    if let shared = sharedRows(group) { heights.formUnion([shared / 2, (shared + 1) / 2]) }
    return heights.sorted(by: >)
  }
}
