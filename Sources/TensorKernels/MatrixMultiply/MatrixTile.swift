/// The sums of a tile in registers: some rows × eight columns.
///
/// Tiles are composed at compile time, so that the optimizer sees straight-line code.
protocol MatrixTile {
  associatedtype Terms
  static var height: Int { get }

  /// Starts all sums with the columns' bias.
  init(_ bias: Vector8)

  /// Loads four terms of each row; `stride` is between rows.
  static func terms(_ input: UnsafePointer<Float>, _ stride: Int) -> Terms

  /// Adds one of four terms of each row times its weights.
  mutating func add(_ terms: Terms, _ index: Int, times weights: Vector8)

  /// Adds one term of each row times its weights.
  mutating func add(_ input: UnsafePointer<Float>, _ stride: Int, times weights: Vector8)

  /// Calls `body` with each row's sums, numbered from `first`.
  func forEachRow(from first: Int, _ body: (_ row: Int, _ sums: Vector8) -> Void)
}

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

typealias TwoRows = StackedRows<OneRow, OneRow>
typealias FourRows = StackedRows<TwoRows, TwoRows>
typealias SixRows = StackedRows<FourRows, TwoRows>
typealias EightRows = StackedRows<FourRows, FourRows>
