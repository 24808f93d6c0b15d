import TFLiteFormat
import TensorKernels

/// Means of windows of quantized bytes, in integers: the sum divided by the number of taps inside the picture, rounded
/// to nearest with ties away from zero.
struct QuantizedAveragePool: QuantizedPool {
  let name: String
  let options: PoolOptions

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let output = context.outputs[0]
    let range = try ByteScale(output, "the output", activation: options.activation).range
    return Prepared(
      window: try window(shape), rowCount: shape[0] * output.shape[1], channels: shape[3],
      isSigned: range.isSigned, lower: Int(range.lower), upper: Int(range.upper))
  }

  private final class Prepared: PreparedOperator {
    let window: Window2D
    let rowCount: Int, channels: Int
    let isSigned: Bool
    let lower: Int, upper: Int

    init(window: Window2D, rowCount: Int, channels: Int, isSigned: Bool, lower: Int, upper: Int) {
      (self.window, self.rowCount, self.channels, self.isSigned, self.lower) = (
        window, rowCount, channels, isSigned, lower
      )
      self.upper = upper
    }
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
