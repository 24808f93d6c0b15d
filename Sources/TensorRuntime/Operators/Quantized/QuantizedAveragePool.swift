import TFLiteFormat
import TensorKernels

/// Means of windows of quantized bytes, in integers: the sum divided by the number of taps inside the picture, rounded
/// to nearest with ties away from zero.
///
/// - Input: int8 or uint8 `[batch, height, width, channels]`, with the output's scale. Output: fewer pixels.
struct QuantizedAveragePool: TypedOperation {
  let name: String
  let options: PoolOptions

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.int8, .uint8], rank: 4...4)
    let window = try window(input.shape)
    let output = try inputs.quantizedOutput(
      [input.shape[0], window.outputHeight, window.outputWidth, input.shape[3]], like: input)
    guard output.quantization == input.quantization else {
      throw .quantization("the output", expected: "the input's scale and zero point")
    }
    return [output]
  }

  private func window(_ shape: [Int]) throws(OperatorError) -> Window2D {
    try options.window.window(input: (shape[1], shape[2]), filter: (options.filterHeight, options.filterWidth))
  }

  func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    options.taps(inputs.optional(0)?.type.shape ?? []) * outputs[0].elementCount
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let output = context.outputs[0]
    let (scale, zeroPoint) = try output.tensorScale("the output")
    let limits = options.activation.quantizedLimits(
      scale: scale, zeroPoint: zeroPoint, output.byteRange ?? 0...0)
    return Prepared(
      window: try window(shape), rowCount: shape[0] * output.shape[1], channels: shape[3],
      isSigned: output.elementType == .int8, lower: limits.lowerBound, upper: limits.upperBound)
  }

  private struct Prepared: PreparedOperator {
    let window: Window2D
    let rowCount: Int, channels: Int
    let isSigned: Bool
    let lower: Int, upper: Int
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { rowCount }

    func run(_ io: OperatorIO) {
      if isSigned { run(io, Int8.self) } else { run(io, UInt8.self) }
    }

    private func run<T: FixedWidthInteger>(_ io: OperatorIO, _ type: T.Type) {
      let (input, output) = (io.input(0, as: type), io.output(0, as: type))
      for row in io.share(of: rowCount) {
        let (picture, y) = row.quotientAndRemainder(dividingBy: window.outputHeight)
        let rows = window.rowTaps(y)
        for x in 0..<window.outputWidth {
          let columns = window.columnTaps(x)
          let count = rows.count * columns.count
          for channel in 0..<channels {
            var sum = 0
            for ky in rows {
              let line = (picture * window.inputHeight + window.firstRow(y) + ky) * window.inputWidth
              for kx in columns {
                sum += Int(input[(line + window.firstColumn(x) + kx) * channels + channel])
              }
            }
            let mean = count == 0 ? 0 : (sum > 0 ? sum + count / 2 : sum - count / 2) / count
            output[(row * window.outputWidth + x) * channels + channel] =
              T(truncatingIfNeeded: max(lower, min(mean, upper)))
          }
        }
      }
    }
  }
}
