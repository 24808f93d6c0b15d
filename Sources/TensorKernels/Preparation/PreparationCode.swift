import MachineCode

/// Emitted loops over weights, which run once, at load: debug builds would spend most of their start in them.
package enum PreparationCode: EmittedCode {
  private static let routines = routines(name: "preparation")

  /// Each handles eight elements at a time, or sixteen; callers do the rest.
  package enum Routine: Sendable, Hashable, CaseIterable {
    /// ``HalfPrecision/float(fromBits:)``.
    case halves
    /// Stores eight sums of floats times zero: a sum is NaN if one of its floats is not finite.
    case zeroProducts
    /// Interleaves eight rows of floats: `target[k][j] = source[j][k]`, 0 ≤ j < 8.
    case columns
    /// Interleaves sixteen terms of eight rows of halves, like ``columns``.
    case halfColumns
  }

  struct Arguments {
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
    /// Vectors of eight elements or sixteen; at least one.
    let count: Int
    /// For interleaving: bytes between source rows, and between target rows.
    let sourceStep: Int, targetStep: Int
  }

  struct Constants {
    /// 2^112 rebiases a half's exponent, and normalizes subnormals.
    let scale = Lanes(repeating: Float(bitPattern: 0x7780_0000))
    let sign = Lanes(repeating: -0.0)
    let largestHalf = Lanes(repeating: 65504)
    let infinity = Lanes(repeating: .infinity)
  }

  private static let constants = AlignedBuffer(Constants())

  /// Runs a routine; false if no code can be emitted or there is nothing to do.
  private static func run(
    _ routine: Routine, count: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    sourceStep: Int = 0, targetStep: Int = 0
  ) -> Bool {
    guard count > 0, let code = Self.routines else { return false }
    code.function(routine, taking: Arguments.self)(
      Arguments(
        source: source, target: target, constants: constants.pointer, count: count, sourceStep: sourceStep,
        targetStep: targetStep))
    return true
  }

  /// Converts the first of `count` little-endian halves, and returns how many.
  package static func convertHalves(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutablePointer<Float>)
    -> Int
  {
    run(.halves, count: count / 8, source, target) ? count / 8 * 8 : 0
  }

  package static func areFinite(_ values: UnsafePointer<Float>, count: Int) -> Bool {
    var sums = Lanes.zero
    let isDone = withUnsafeMutableBytes(of: &sums) { sums in
      sums.baseAddress.map { run(.zeroProducts, count: count / 8, values, $0) } ?? false
    }
    // NaN compares false.
    return ((isDone ? count / 8 * 8 : 0)..<count).allSatisfy { values[$0].isFinite } && sums == .zero
  }

  /// Interleaves the first rows of `source`, of `length` floats each, eight at a time, and returns how many.
  ///
  /// - Parameter stride: floats from `target[k]` to `target[k + 1]`.
  package static func interleave(
    rows: Int, length: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, stride: Int
  ) -> Int {
    var row = 0
    while row + 8 <= rows,
      run(
        .columns, count: length, source + row * length, target + row, sourceStep: length * 4, targetStep: stride * 4)
    { row += 8 }
    return row
  }

  /// Interleaves all rows of `halves`, of `length` halves each, at any address.
  ///
  /// - Parameter stride: halves from `target[k]` to `target[k + 1]`.
  package static func interleave(
    rows: Int, length: Int, fromHalves halves: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt16>, stride: Int
  ) {
    for row in Swift.stride(from: 0, to: rows, by: 8) {
      var done = 0
      if row + 8 <= rows,
        run(
          .halfColumns, count: length / 16, halves + row * length * 2, target + row, sourceStep: length * 2,
          targetStep: stride * 2)
      {
        done = length / 16 * 16
      }
      for j in row..<min(row + 8, rows) {
        for k in done..<length {
          target[k * stride + j] = halves.loadUnaligned(fromByteOffset: (j * length + k) * 2, as: UInt16.self)
        }
      }
    }
  }
}
