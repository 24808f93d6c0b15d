// What the C library's own functions of these names bring is most of it: printf, a cipher.

/// An assertion of the C library does not hold.
@_cdecl("__assert_fail")
func assertionFailed(
  _ assertion: UnsafePointer<CChar>, _ file: UnsafePointer<CChar>, _ line: Int32, _ function: UnsafePointer<CChar>
) -> Never {
  fatalError("an assertion of the C library does not hold")
}

/// Random bytes, of the page's own source.
@_cdecl("arc4random_buf")
func randomBytes(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
  _ = __wasi_random_get(bytes.assumingMemoryBound(to: UInt8.self), __wasi_size_t(count))
}

/// Reduces an angle of more than 200,000 turns: there is none, and its sine is no number.
@_cdecl("__rem_pio2_large")
func reduceHugeAngle(
  _ parts: UnsafePointer<Double>, _ remainder: UnsafeMutablePointer<Double>, _ exponent: Int32, _ count: Int32,
  _ precision: Int32
) -> Int32 {
  (remainder[0], remainder[1]) = (.nan, .nan)
  return 0
}
