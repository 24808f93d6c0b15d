import TensorKernels

/// A product of float rows, of which each part is quantized to 8 bits with a range of its own, and int8 weights.
final class HybridProduct: RecurrentProduct {
  struct Part: Sendable {
    let start: Int, depth: Int
    /// Quantizes this part of all rows.
    let rounding: any UnitKernel
    /// This part's product.
    let product: any UnitKernel
    /// Adds the product to the output; nil if the product is written there.
    let addition: (any UnitKernel)?

    fileprivate var kernels: [any UnitKernel] { [rounding, product] + (addition.map { [$0] } ?? []) }
  }

  private let rows: Int, columns: Int
  private let parts: [Part]
  /// In the output before the first part is added to it; empty if that part is written there.
  private let bias: [Float]
  /// Bytes of a quantized value, and floats per row for scales.
  private let integerByteCount: Int, floatsPerScale: Int
  let provider: KernelProvider

  init(rows: Int, columns: Int, parts: [Part], bias: [Float] = [], integers: NumberType, provider: KernelProvider) {
    (self.rows, self.columns, self.parts, self.bias, self.provider) = (rows, columns, parts, bias, provider)
    (integerByteCount, floatsPerScale) = (integers.byteCount, integers == .uint8 ? 2 : 1)
  }

  private var kernels: [any UnitKernel] { parts.flatMap { $0.kernels } }
  var memory: [any KernelMemory] { kernels.flatMap { $0.memory } }
  var heldByteCount: Int { kernels.reduce(bias.count * MemoryLayout<Float>.stride) { $0 + $1.heldByteCount } }
  private var depth: Int { parts.reduce(0) { $0 + $1.depth } }
  private var deepest: Int { parts.reduce(0) { max($0, $1.depth) } }
  /// Floats of a part's quantized values; vectors may read beyond them.
  private var integersCount: Int { (rows * deepest * integerByteCount + 3) / 4 + 16 }

  var scratchCount: Int {
    rows * (deepest + floatsPerScale + columns) + integersCount + kernels.reduce(0) { max($0, $1.scratchCount) }
  }

  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    let integers = scratch + rows * deepest
    let scales = integers + integersCount
    let products = scales + rows * floatsPerScale
    let rest = products + rows * columns
    if !bias.isEmpty {
      for row in 0..<rows { (output + row * columns).update(from: bias, count: columns) }
    }
    for part in parts {
      var source = UnsafeMutablePointer(mutating: input + part.start)
      if rows > 1 {
        source = scratch
        for row in 0..<rows {
          (source + row * part.depth).update(from: input + row * depth + part.start, count: part.depth)
        }
      }
      part.rounding.run(source, to: integers, scales, scratch: rest)
      part.product.run(integers, scales, to: part.addition == nil ? output : products, scratch: rest)
      part.addition?.run(output, products, scales, to: output, scratch: rest)
    }
  }
}
