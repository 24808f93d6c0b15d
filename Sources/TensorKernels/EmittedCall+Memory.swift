import Platform

/// Calls of the system's memory functions, which pass their arguments as emitted code does.
extension EmittedCall {
  private static let copy: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Void = {
    memcpy($0, $1, $2)
  }
  private static let fill: @convention(c) (UnsafeMutableRawPointer, Int, Int) -> Void = { target, _, byteCount in
    memset(target, 0, byteCount)
  }

  /// Copies floats to a place that does not overlap theirs.
  static func copy(
    _ count: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) -> EmittedCall {
    EmittedCall(
      EmittedFunction(unsafeBitCast(copy, to: UnsafeRawPointer.self)),
      (Int(bitPattern: target), Int(bitPattern: source), count * 4, 0, 0, 0))
  }

  /// Sets floats to zero.
  static func clear(_ count: Int, at target: UnsafeMutablePointer<Float>) -> EmittedCall {
    EmittedCall(
      EmittedFunction(unsafeBitCast(fill, to: UnsafeRawPointer.self)), (Int(bitPattern: target), 0, count * 4, 0, 0, 0))
  }
}
