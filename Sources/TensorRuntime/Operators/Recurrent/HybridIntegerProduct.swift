import TensorKernels

/// A ``HybridProduct`` in integers by emitted code, with byte weights. Scales are multiplied differently, by less than
/// one ulp.
final class HybridIntegerProduct: RecurrentProduct {
  struct Part: Sendable {
    let start: Int, depth: Int
    /// Quantizes this part of all rows.
    let rounding: any UnitKernel
    /// This part's product, which includes the bias if it is the first.
    let product: any UnitKernel
  }

  private let rows: Int, columns: Int
  private let parts: [Part]
  /// Bytes of a quantized value, and floats per row for scales.
  private let integerByteCount: Int, floatsPerScale: Int
  let provider: KernelProvider

  init(rows: Int, columns: Int, parts: [Part], isOfBytes: Bool, provider: KernelProvider) {
    (self.rows, self.columns, self.parts, self.provider) = (rows, columns, parts, provider)
    (integerByteCount, floatsPerScale) = isOfBytes ? (1, 2) : (2, 1)
  }

  var memory: [any KernelMemory] { parts.flatMap { $0.rounding.memory + $0.product.memory } }
  var heldByteCount: Int { parts.reduce(0) { $0 + $1.rounding.heldByteCount + $1.product.heldByteCount } }
  private var depth: Int { parts.reduce(0) { $0 + $1.depth } }
  private var deepest: Int { parts.reduce(0) { max($0, $1.depth) } }
  /// Floats of a part's quantized values; vectors may read beyond them.
  private var integersCount: Int { (rows * deepest * integerByteCount + 3) / 4 + 16 }

  var scratchCount: Int {
    let kernels = parts.reduce(0) { max($0, $1.rounding.scratchCount, $1.product.scratchCount) }
    return rows * (deepest + floatsPerScale + columns) + integersCount + kernels
  }

  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    let integers = scratch + rows * deepest
    let scales = integers + integersCount
    let products = scales + rows * floatsPerScale
    let rest = products + rows * columns
    for (number, part) in parts.enumerated() {
      var source = UnsafeMutablePointer(mutating: input + part.start)
      if rows > 1 {
        source = scratch
        for row in 0..<rows {
          (source + row * part.depth).update(from: input + row * depth + part.start, count: part.depth)
        }
      }
      Self.run(part.rounding, (source, nil), (integers, scales), rest)
      Self.run(part.product, (integers, scales), (number == 0 ? output : products, nil), rest)
      guard number > 0 else { continue }
      for i in 0..<rows * columns { output[i] += products[i] }
    }
  }

  private static func run(
    _ kernel: any UnitKernel, _ inputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>?),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>?), _ scratch: UnsafeMutablePointer<Float>
  ) {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 4) { places in
      guard let first = places.baseAddress else { return }
      first.initialize(to: inputs.0)
      (first + 1).initialize(to: inputs.1.map { UnsafeMutableRawPointer($0) })
      (first + 2).initialize(to: outputs.0)
      (first + 3).initialize(to: outputs.1.map { UnsafeMutableRawPointer($0) })
      kernel.run(
        units: 0..<kernel.unitCount, KernelOperands(inputs: first, outputs: first + 2, scratch: scratch))
    }
  }
}
