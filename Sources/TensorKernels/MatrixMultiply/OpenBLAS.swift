#if OpenBLAS
  import MudraPlatform

  /// OpenBLAS, opened when the `blas` provider is requested; on Apple's systems Accelerate, which has the same
  /// interface.
  ///
  /// If linked, every process would load it and start a spinning thread per processor, which took 12 of the 88 ms from
  /// the command's start to its first result.
  package struct OpenBLAS: Sendable {
    private typealias Product =
      @convention(c) (
        CInt, CInt, CInt, CInt, CInt, CInt, Float, UnsafePointer<Float>, CInt, UnsafePointer<Float>, CInt, Float,
        UnsafeMutablePointer<Float>, CInt
      ) -> Void
    private typealias SetThreadCount = @convention(c) (CInt) -> Void

    /// Uses one thread, since this package divides the work itself; nil if there is no library. Accelerate on the
    /// oldest systems has no such setting.
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
      #if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS)
        ["/System/Library/Frameworks/Accelerate.framework/Accelerate"]
      #else
        ["libopenblas.so.0", "libopenblas.so"]
      #endif
    }

    /// `output[m, n] = Σk input[m, k] · filter[n, k]` through `cblas_sgemm`.
    ///
    /// - Precondition: counts and strides are positive, and fit in 32 bits.
    package func multiply(
      rows: Int, columns: Int, depth: Int, input: UnsafePointer<Float>, inputStride: Int, filter: UnsafePointer<Float>,
      output: UnsafeMutablePointer<Float>, outputStride: Int
    ) {
      // CblasRowMajor, CblasNoTrans, CblasTrans.
      product(
        101, 111, 112, CInt(rows), CInt(columns), CInt(depth), 1, input, CInt(inputStride), filter, CInt(depth), 0,
        output, CInt(outputStride))
    }
  }
#endif
