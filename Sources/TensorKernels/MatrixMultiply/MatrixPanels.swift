import MachineCode

/// Divides an emitted matrix product: columns into panels of a few vectors, rows into tiles whose sums stay in
/// registers.
package struct MatrixPanels: Sendable {
  /// Adjacent panels of the same shape, which share code.
  package struct Group: Sendable, Hashable {
    package let width: VectorWidth
    package let firstColumn: Int
    package let vectors: Int
    package let panelCount: Int
    /// Lanes used in the last vector, if not all.
    package let raggedLanes: Int?
    /// Whether the last vector holds half as many columns of two adjacent rows.
    package let pairsRows: Bool
    package let tileHeight: Int

    /// Vectors of a panel that belong to one row.
    package var wholeVectors: Int { pairsRows ? vectors - 1 : vectors }
    package var columnCount: Int { wholeVectors * width.laneCount + (pairsRows ? width.laneCount / 2 : 0) }
    /// Bytes of the mask before the weights.
    package var maskByteCount: Int { raggedLanes == nil ? 0 : width.byteCount }
    /// Maximum sums of a tile; other registers hold weights and inputs.
    package var sumCount: Int { tileHeight * wholeVectors + (pairsRows ? (tileHeight + 1) / 2 : 0) }
  }

  package private(set) var groups: [Group] = []
  /// Whether 512-bit vectors are as fast as 256-bit ones.
  package let isFullRate: Bool
  /// Whether tiles can convert their weights from halves.
  package let convertsHalves: Bool
  private let rows: Int
  /// The narrowest instructions.
  private let narrow: VectorWidth
  private var nextColumn = 0

  /// The panels of a product, for a processor.
  ///
  /// Sixteen lanes if columns fill them: partially filled vectors would waste multiplications. At half rate (Zen 4),
  /// short sums are faster with eight lanes, since most of their time is spent starting and storing them. At full rate
  /// (Zen 5), sums of four terms already gain.
  package init(_ problem: MatrixMultiply.Problem, _ products: MachineCodeSupport.FloatProducts) {
    (rows, isFullRate, convertsHalves) = (problem.rows, products.isFullRate, products.convertsHalves)
    narrow = products.width == .bits128Of32 ? products.width : .bits256
    if rows == 1 {
      addRow(problem.columns)
    } else if products.width == .bits128Of32 {
      addPairs(problem.columns)
    } else {
      if products.isFullRate {
        addFullRate(problem.columns)
      } else if products.width == .bits512, problem.depth >= 64 {
        addWide(problem.columns)
      }
      addNarrow(max(problem.columns - nextColumn, 0))
    }
  }

  /// Weights of the widest panel.
  package func weightCount(_ problem: MatrixMultiply.Problem) -> Int {
    saturatingProduct(problem.depth, groups.reduce(0) { max($0, $1.columnCount) })
  }

  /// A multiple of all tile heights.
  package var rowsPerUnit: Int { rows == 1 ? 1 : (narrow == .bits128Of32 ? 8 : 12) }

  private mutating func add(
    _ width: VectorWidth? = nil, vectors: Int, panels: Int, height: Int, lanes: Int? = nil, pairsRows: Bool = false
  ) {
    guard panels > 0 else { return }
    let group = Group(
      width: width ?? narrow, firstColumn: nextColumn, vectors: vectors, panelCount: panels, raggedLanes: lanes,
      pairsRows: pairsRows, tileHeight: height)
    groups.append(group)
    nextColumn += group.columnCount * panels
  }

  /// Panels of nearly equal width, at most twelve vectors: narrow ones would wait for their own additions.
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

  /// Columns that fill vectors of sixteen.
  ///
  ///     vectors per panel   2    3
  ///     rows per tile      12    6
  private mutating func addWide(_ columns: Int) {
    let whole = columns.isMultiple(of: 16) ? columns / 16 : columns / 16 - 1
    guard whole > 1 else { return }
    if whole % 2 == 1 { add(.bits512, vectors: 3, panels: 1, height: 6) }
    add(.bits512, vectors: 2, panels: whole / 2 - whole % 2, height: 12)
  }

  /// Sixteen lanes are as fast as eight: eight columns left over share a vector with those of the next row, and nine to
  /// fifteen columns use a partial vector.
  ///
  ///     vectors per panel   1, 2   1½   2½   3
  ///     rows per tile        12    12    6   6
  private mutating func addFullRate(_ columns: Int) {
    if (9..<16).contains(columns) { return add(.bits512, vectors: 1, panels: 1, height: 12, lanes: columns) }
    var whole = columns / 16
    let isOdd = !whole.isMultiple(of: 2)
    if columns % 16 >= 8, whole > 0 {
      add(.bits512, vectors: isOdd ? 2 : 3, panels: 1, height: isOdd ? 12 : 6, pairsRows: true)
      whole -= isOdd ? 1 : 2
    } else if isOdd {
      let vectors = min(whole, 3)
      add(.bits512, vectors: vectors, panels: 1, height: vectors == 1 ? 12 : 6)
      whole -= vectors
    }
    add(.bits512, vectors: 2, panels: whole / 2, height: 12)
  }

  /// Three vectors per panel if the rows divide by four but not by six, otherwise two. A vector left over shares a
  /// panel, and its loads of inputs, with a partial one.
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
    if rest == 1, ragged > 0 { return add(vectors: 2, panels: 1, height: 6, lanes: ragged) }
    if rest > 0 { add(vectors: rest, panels: 1, height: 12 / rest) }
    if ragged > 0 { add(vectors: 1, panels: 1, height: 12, lanes: ragged) }
  }

  /// Two vectors of four lanes per panel and eight rows per tile: sixteen sums, a register of four inputs for each row,
  /// and the weights of four terms in the other eight.
  private mutating func addPairs(_ columns: Int) {
    add(vectors: 2, panels: columns / 8, height: 8)
    let rest = columns % 8
    if rest > 0 { add(vectors: (rest + 3) / 4, panels: 1, height: 8, lanes: rest % 4 > 0 ? rest % 4 : nil) }
  }

  /// The last rows of a group, split evenly into two tiles, since a tile of few sums would wait for its own additions.
  /// Nil if whole tiles divide the rows.
  package func sharedRows(_ group: Group) -> Int? {
    let rest = rows % group.tileHeight
    return rest > 0 && rows > group.tileHeight ? group.tileHeight + rest : nil
  }

  /// Tallest first and 1 last.
  package func heights(_ group: Group) -> [Int] {
    var heights: Set = [min(group.tileHeight, rows), 1]
    if rows % group.tileHeight > 0 { heights.insert(rows % group.tileHeight) }
    if let shared = sharedRows(group) { heights.formUnion([shared / 2, (shared + 1) / 2]) }
    return heights.sorted(by: >)
  }
}
