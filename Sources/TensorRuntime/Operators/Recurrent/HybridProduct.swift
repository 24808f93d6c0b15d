import TensorKernels

/// A product of rows of floats that are rounded to 8 bits, each part of a row by its own range, and weights of int8.
///
/// Integers are represented by floats, whose sums are exact up to 2^24, and beyond as exact as those of floats. Where
/// code for integers is emitted, ``HybridIntegerProduct`` takes its place.
final class HybridProduct: RecurrentProduct {
  /// What a part of each row is multiplied by.
  struct Part: Sendable {
    let start: Int, depth: Int
    let kernel: any MatrixMultiplyKernel
    /// The scales of the weights, one for each equal block of columns.
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
  /// Elements of a row.
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
