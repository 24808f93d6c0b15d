/// A borrowed filter of half-precision floats, which become floats when a kernel asks for them.
package final class HalfFilter {
  /// Little-endian, at any address.
  let halves: UnsafeRawPointer
  private let convert: () -> UnsafePointer<Float>
  private(set) lazy var floats = convert()

  /// - Parameter convert: the floats, which live as long as the filter; called at most once.
  package init(_ halves: UnsafeRawPointer, convert: @escaping () -> UnsafePointer<Float>) {
    (self.halves, self.convert) = (halves, convert)
  }
}
