import TensorKernels

/// A product of float rows, quantized to 8 bits with a range per part of a row, and int8 weights.
///
/// Floats represent integers, exactly up to 2^24. ``HybridIntegerProduct`` replaces it where code for integers is
/// emitted.
final class HybridProduct: RecurrentProduct {
  struct Part: Sendable {
    let start: Int, depth: Int
    let kernel: any RowProductKernel
    /// One per equal block of columns.
    let scales: [Float]
  }

  let rows: Int
  let parts: [Part]
  let bias: [Float]
  let quantization: RowQuantization
  let provider: KernelProvider

  init(rows: Int, parts: [Part], bias: [Float], quantization: RowQuantization, provider: KernelProvider) {
    (self.rows, self.parts, self.bias, self.quantization, self.provider) = (rows, parts, bias, quantization, provider)
  }

  private var columns: Int { bias.count }
  private var depth: Int { parts.reduce(0) { $0 + $1.depth } }

  var memory: [any KernelMemory] { parts.flatMap { $0.kernel.memory } }
  var heldByteCount: Int { bias.count * MemoryLayout<Float>.stride }
  var scratchCount: Int { rows * (depth + columns + 1) }

  func run(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    let (integers, products) = (scratch, scratch + rows * depth)
    let ranges = products + rows * columns
    bias.withUnsafeBufferPointer { bias in
      guard let bias = bias.baseAddress else { return }
      for row in 0..<rows { (output + row * columns).update(from: bias, count: columns) }
    }
    for part in parts {
      for row in 0..<rows {
        ranges[row] = quantization.quantize(
          part.depth, input + row * depth + part.start, integers + row * part.depth)
      }
      part.kernel.run(rows: rows, input: integers, addend: nil, output: products)
      let width = columns / part.scales.count
      for row in 0..<rows {
        for (block, scale) in part.scales.enumerated() {
          let factor = ranges[row] * scale, first = row * columns + block * width
          for i in first..<first + width { output[i] += products[i] * factor }
        }
      }
    }
  }
}
