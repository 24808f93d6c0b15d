#if OpenBLAS
  import MudraPlatform

  /// The matrix product of OpenBLAS, a library that is opened when the `blas` provider is requested; on Apple's
  /// systems, of Accelerate, which has the same interface.
  ///
  /// If linked, it would be loaded into every process, where it starts a thread for each processor; these spin for a
  /// while, and took 12 of the 88 ms from the command's start to its first result.
  package struct OpenBLAS: Sendable {
    private typealias Product =
      @convention(c) (
        CInt, CInt, CInt, CInt, CInt, CInt, Float, UnsafePointer<Float>, CInt, UnsafePointer<Float>, CInt, Float,
        UnsafeMutablePointer<Float>, CInt
      ) -> Void
    private typealias SetThreadCount = @convention(c) (CInt) -> Void

    /// The library of this process, set to use one thread since this package divides the work itself; nil if there is
    /// none. Accelerate has no such setting on the oldest systems, and is left to choose.
    package static let shared = OpenBLAS()

    private let product: Product

    private init?() {
      guard let library = DynamicLibrary(firstOf: Self.names), let product = library.function("cblas_sgemm") else {
        return nil
      }
      if let threads = library.function("openblas_set_num_threads") {
        unsafeBitCast(threads, to: SetThreadCount.self)(1)
      }
      self.product = unsafeBitCast(product, to: Product.self)
    }

    private static var names: [String] {
      #if os(iOS) || os(macOS) || os(tvOS) || os(visionOS)
        ["/System/Library/Frameworks/Accelerate.framework/Accelerate"]
      #else
        ["libopenblas.so.0", "libopenblas.so"]
      #endif
    }

    /// `output[m, n] = Σk input[m, k] · filter[n, k]`, through `cblas_sgemm` in row-major order with the filter
    /// transposed.
    ///
    /// - Precondition: counts and strides are positive, and fit in 32 bits.
    package func multiply(
      rows: Int, columns: Int, depth: Int, input: UnsafePointer<Float>, inputStride: Int, filter: UnsafePointer<Float>,
      output: UnsafeMutablePointer<Float>, outputStride: Int
    ) {
      // CBLAS's constants for row-major order, not transposed, and transposed.
      product(
        101, 111, 112, CInt(rows), CInt(columns), CInt(depth), 1, input, CInt(inputStride), filter, CInt(depth), 0,
        output, CInt(outputStride))
    }
  }
#endif
