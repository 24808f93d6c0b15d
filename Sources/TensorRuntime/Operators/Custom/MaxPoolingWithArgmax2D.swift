import TFLiteFormat
import TensorKernels

/// Max pooling that also gives the place of each maximum in its window (MediaPipe's `MaxPoolingWithArgmax2D`).
///
/// - Input: `[batch, height, width, channels]`. Outputs: the values, as those of MAX_POOL_2D; their places `row ·
///   filter width + column + 0.1` as floats, of the same shape. Source: MediaPipe's `max_pool_argmax.cc`.
/// - Edge cases: the first of equal values counts; NaN counts as the minimum.
struct MaxPoolingWithArgmax2D: CustomOperator {
  static let name = "MaxPoolingWithArgmax2D"

  private let options: WindowedCustomOptions

  init(options: Bytes, version: Int) throws(OperatorError) { self.options = try WindowedCustomOptions(options) }

  private func window(_ inputs: [CustomTensor?]) throws(OperatorError) -> (window: Window2D, picture: [Int]) {
    let picture = try inputs.floats(ranks: [4])[0]
    let window = try options.window.window(
      input: (picture[1], picture[2]), filter: (options.filterHeight, options.filterWidth))
    return (window, picture)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let (window, picture) = try window(inputs)
    let output = CustomTensor(.float32, [picture[0], window.outputHeight, window.outputWidth, picture[3]])
    return [output, output]
  }

  func multiplyAdds(for inputs: [CustomTensor?]) throws(OperatorError) -> Int {
    let (window, picture) = try window(inputs)
    return saturatingProduct(
      min(window.filterHeight, window.inputHeight), min(window.filterWidth, window.inputWidth), picture[0],
      window.outputHeight, window.outputWidth, picture[3])
  }

  func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) throws(OperatorError) -> any CustomKernel {
    let (window, picture) = try window(inputs)
    return Kernel(window: window, batch: picture[0], channels: picture[3], limits: options.activation.limits)
  }

  private struct Kernel: CustomKernel {
    let window: Window2D
    let batch: Int, channels: Int
    let limits: (lower: Float, upper: Float)

    var usefulShareCount: Int { batch * window.outputHeight }

    func run(_ operands: CustomOperands) {
      let source = operands.input(0, as: Float.self)
      let values = operands.output(0, as: Float.self), places = operands.output(1, as: Float.self)
      let rowLength = window.outputWidth * channels
      for row in operands.share(of: batch * window.outputHeight) {
        let (picture, y) = row.quotientAndRemainder(dividingBy: window.outputHeight)
        let rows = window.rowTaps(y)
        for x in 0..<window.outputWidth {
          let columns = window.columnTaps(x)
          for channel in 0..<channels {
            var (largest, place) = (-Float.greatestFiniteMagnitude, 0)
            for tapY in rows {
              let line = (picture * window.inputHeight + window.firstRow(y) + tapY) * window.inputWidth
              for tapX in columns {
                let value = source[(line + window.firstColumn(x) + tapX) * channels + channel]
                if value > largest { (largest, place) = (value, tapY * window.filterWidth + tapX) }
              }
            }
            let target = row * rowLength + x * channels + channel
            values[target] = min(max(largest, limits.lower), limits.upper)
            places[target] = Float(place) + 0.1
          }
        }
      }
    }
  }
}
