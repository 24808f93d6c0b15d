/// The sums of a tile: some rows × eight columns, which stay in registers.
///
/// Tiles are composed of rows at compile time, so that the optimizer sees one straight run of instructions.
protocol MatrixTile {
  /// Four neighboring terms of each row.
  associatedtype Terms
  /// Rows.
  static var height: Int { get }

  /// All sums begin with the same eight values: the bias of the columns.
  init(_ bias: Vector8)

  /// Loads four terms of each row; `stride` is from one row to the next.
  static func terms(_ input: UnsafePointer<Float>, _ stride: Int) -> Terms

  /// Adds one of four terms of each row times its weights.
  mutating func add(_ terms: Terms, _ index: Int, times weights: Vector8)

  /// Adds one term of each row times its weights.
  mutating func add(_ input: UnsafePointer<Float>, _ stride: Int, times weights: Vector8)

  /// Hands out the sums, numbered by row from `first`.
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Vector8) -> Void)
}

/// A tile of one row.
struct OneRow: MatrixTile {
  private var sums: Vector8

  @inline(__always) static var height: Int { 1 }

  @inline(__always)
  init(_ bias: Vector8) { sums = bias }

  @inline(__always)
  static func terms(_ input: UnsafePointer<Float>, _ stride: Int) -> Vector4 { Vector4(loading: input) }

  @inline(__always)
  mutating func add(_ terms: Vector4, _ index: Int, times weights: Vector8) {
    sums = sums.adding(terms[index], times: weights)
  }

  @inline(__always)
  mutating func add(_ input: UnsafePointer<Float>, _ stride: Int, times weights: Vector8) {
    sums = sums.adding(input[0], times: weights)
  }

  @inline(__always)
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Vector8) -> Void) { body(first, sums) }
}

/// A tile above another.
struct StackedRows<Upper: MatrixTile, Lower: MatrixTile>: MatrixTile {
  private var upper: Upper
  private var lower: Lower

  @inline(__always) static var height: Int { Upper.height + Lower.height }

  @inline(__always)
  init(_ bias: Vector8) { (upper, lower) = (Upper(bias), Lower(bias)) }

  @inline(__always)
  static func terms(_ input: UnsafePointer<Float>, _ stride: Int) -> (Upper.Terms, Lower.Terms) {
    (Upper.terms(input, stride), Lower.terms(input + Upper.height &* stride, stride))
  }

  @inline(__always)
  mutating func add(_ terms: (Upper.Terms, Lower.Terms), _ index: Int, times weights: Vector8) {
    upper.add(terms.0, index, times: weights)
    lower.add(terms.1, index, times: weights)
  }

  @inline(__always)
  mutating func add(_ input: UnsafePointer<Float>, _ stride: Int, times weights: Vector8) {
    upper.add(input, stride, times: weights)
    lower.add(input + Upper.height &* stride, stride, times: weights)
  }

  @inline(__always)
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Vector8) -> Void) {
    upper.forEachRow(from: first, body)
    lower.forEachRow(from: first &+ Upper.height, body)
  }
}

/// A tile of two rows.
typealias TwoRows = StackedRows<OneRow, OneRow>
/// A tile of four rows.
typealias FourRows = StackedRows<TwoRows, TwoRows>
/// A tile of six rows.
typealias SixRows = StackedRows<FourRows, TwoRows>
/// A tile of eight rows.
typealias EightRows = StackedRows<FourRows, FourRows>
