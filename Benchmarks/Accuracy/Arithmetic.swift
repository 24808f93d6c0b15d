import TensorRuntime

/// An arithmetic of the networks, whose speed and accuracy are measured.
struct Arithmetic {
  /// Its name in the table.
  let name: String
  let provider: KernelProvider?
  let precision: Precision

  /// What the others are compared with: MediaPipe's bits.
  static let exact = Arithmetic(name: "exact", provider: nil, precision: .exact)

  /// Exact with the fastest kernels, with compiled ones, which may add in another order, and with 16-bit integers.
  static let all = [
    exact, Arithmetic(name: "exact, simd", provider: .simd, precision: .exact),
    Arithmetic(name: "fast", provider: nil, precision: .fast),
  ]
}
