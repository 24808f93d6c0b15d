/// Floats with a border of NaNs on both sides: a value read from beyond the ends turns the result into NaN, and a value
/// written there is noticed.
///
/// The border is odd, so that the first element is not aligned to vectors.
final class PaddedFloats {
  private static let border = 61
  private static let mark: UInt32 = 0x7FC0_BEEF

  /// The first element.
  let pointer: UnsafeMutablePointer<Float>
  private let base: UnsafeMutablePointer<Float>
  private let count: Int

  /// Copies `values` into the middle.
  init(_ values: [Float]) {
    count = values.count
    base = .allocate(capacity: count + 2 * Self.border)
    base.initialize(repeating: Float(bitPattern: Self.mark), count: count + 2 * Self.border)
    pointer = base + Self.border
    _ = UnsafeMutableBufferPointer(start: pointer, count: count).update(fromContentsOf: values)
  }

  /// Space for `count` results, NaN until they are written.
  convenience init(count: Int) {
    self.init([Float](repeating: Float(bitPattern: Self.mark), count: count))
  }

  deinit { base.deallocate() }

  /// The elements.
  var values: [Float] { Array(UnsafeBufferPointer(start: pointer, count: count)) }

  /// True if nothing was written beyond the ends.
  var isBorderIntact: Bool {
    (0..<Self.border).allSatisfy { index in
      base[index].bitPattern == Self.mark && pointer[count + index].bitPattern == Self.mark
    }
  }

  /// True if element `index` was never written.
  func isUntouched(_ index: Int) -> Bool { pointer[index].bitPattern == Self.mark }
}
