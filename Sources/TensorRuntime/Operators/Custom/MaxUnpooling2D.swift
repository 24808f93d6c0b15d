import TFLiteFormat
import TensorKernels

/// Values at their places in windows that are zero elsewhere (MediaPipe's `MaxUnpooling2D`), the reverse of
/// `MaxPoolingWithArgmax2D`.
///
/// - Inputs: values `[batch, height, width, channels]`; their places, floats of the same shape. Output: `[batch, height
///   · filter height, width · filter width, channels]`. Source: MediaPipe's `max_unpooling.cc`.
/// - Edge cases: values outside the output are ignored; of values for the same place, the last one counts.
struct MaxUnpooling2D: CustomOperator {
  static let name = "MaxUnpooling2D"

  private let options: WindowedCustomOptions

  init(options: Bytes, version: Int) throws(OperatorError) { self.options = try WindowedCustomOptions(options) }

  private func shape(_ inputs: [CustomTensor?]) throws(OperatorError) -> [Int] {
    let shapes = try inputs.floats(ranks: [4, 4])
    let picture = shapes[0]
    guard shapes[1] == picture else { throw .inputShape(input: 1, expected: "\(picture)", found: shapes[1]) }
    return [picture[0], picture[1] * options.filterHeight, picture[2] * options.filterWidth, picture[3]]
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    [CustomTensor(.float32, try shape(inputs))]
  }

  func prepare(_ inputs: [CustomTensor?], provider: KernelProvider?) throws(OperatorError) -> any CustomKernel {
    let output = try shape(inputs)
    guard let input = inputs[0]?.shape else { throw .inputMissing(0) }
    func padding(_ input: Int, _ output: Int, filter: Int, stride: Int) -> Int {
      max((input - 1) * stride + filter - output, 0) / 2
    }
    let (window, height, width) = (options.window, options.filterHeight, options.filterWidth)
    return Kernel(
      input: input, output: output, stride: (window.strideY, window.strideX), filterWidth: width,
      padding: (
        padding(input[1], output[1], filter: height, stride: window.strideY),
        padding(input[2], output[2], filter: width, stride: window.strideX)
      ))
  }

  private struct Kernel: CustomKernel {
    let input: [Int], output: [Int]
    let stride: (y: Int, x: Int)
    let filterWidth: Int
    let padding: (y: Int, x: Int)

    /// Windows may overlap, so only pictures are independent.
    var usefulShareCount: Int { input[0] }

    func run(_ operands: CustomOperands) {
      let values = operands.input(0, as: Float.self), places = operands.input(1, as: Float.self)
      let target = operands.output(0, as: Float.self)
      let channels = input[3], length = output[1] * output[2] * channels
      for picture in operands.share(of: input[0]) {
        target[picture * length..<(picture + 1) * length].update(repeating: 0)
        for pixel in 0..<input[1] * input[2] {
          let (y, x) = pixel.quotientAndRemainder(dividingBy: max(input[2], 1))
          for channel in 0..<channels {
            let source = (picture * input[1] * input[2] + pixel) * channels + channel
            guard let place = Int32(exactly: places[source].rounded(.towardZero)) else { continue }
            let (tapY, tapX) = Int(place).quotientAndRemainder(dividingBy: filterWidth)
            let row = y * stride.y - padding.y + tapY, column = x * stride.x - padding.x + tapX
            guard row >= 0, row < output[1], column >= 0, column < output[2] else { continue }
            target[((picture * output[1] + row) * output[2] + column) * channels + channel] = values[source]
          }
        }
      }
    }
  }
}
