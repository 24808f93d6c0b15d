/// The memory of an image's pixels: its own array, or memory owned by something else.
enum PixelStorage: Sendable {
  case array([UInt8])
  case unowned(UnownedPixels)

  /// Calls `body` with all bytes.
  @inline(__always)
  func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    switch self {
    case .array(let bytes):
      try bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in try body(UnsafeRawBufferPointer(buffer)) }
    case .unowned(let pixels):
      try body(pixels.bytes)
    }
  }
}

/// Pixels that the creator of the image has promised to keep unchanged for the image's lifetime, or that `owner` keeps.
struct UnownedPixels: Sendable {
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  let owner: (any AnyObject & Sendable)?
}
