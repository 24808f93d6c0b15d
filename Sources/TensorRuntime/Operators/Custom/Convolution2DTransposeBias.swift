import KernelChoice
import MachineCode
import TFLiteFormat
import TensorKernels

/// Transposed convolution with a bias (MediaPipe's `Convolution2DTransposeBias`).
///
/// - Inputs: picture `[batch, height, width, in]`; filter `[out, height, width, in]`, a constant; bias `[out]`, a
///   constant.
/// - Output: `[batch, stride · (height − 1) + filter height − padding, …, out]`.
/// - Formula: each input pixel adds its product with the filter to the window of the output that begins at `stride`
///   times its place. Same padding cuts off `max(0, filter − (size − 1) mod stride − 1)`, half of it at the front, as
///   in MediaPipe's `transpose_conv_bias.cc`.
struct Convolution2DTransposeBias: EmittingCustomOperator {
  static let name = "Convolution2DTransposeBias"

  private let strideY: Int, strideX: Int
  private let isSame: Bool

  /// Reads three 32-bit integers: padding (1 same, 2 valid), stride along the width, stride along the height.
  init(options: Bytes, version: Int) throws(OperatorError) {
    guard options.count >= 12, let padding = options.integer(Int32.self, at: 0),
      let strideX = options.integer(Int32.self, at: 4), let strideY = options.integer(Int32.self, at: 8)
    else { throw .customOptions("\(options.count) bytes, expected padding and two strides") }
    guard [1, 2].contains(padding) else { throw .option(name: "padding", value: Int(padding)) }
    let strides = 1...Int32(FixedLimits.customExtent)
    guard strides.contains(strideX), strides.contains(strideY) else {
      throw .customOptions("strides \(strideY) and \(strideX)")
    }
    (self.strideY, self.strideX, isSame) = (Int(strideY), Int(strideX), padding == 1)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let geometry = try geometry(inputs)
    return [
      CustomTensor(
        .float32, [geometry.batch, geometry.vertical.output, geometry.horizontal.output, geometry.outputChannels])
    ]
  }

  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?, code: CodeAllocator
  ) throws(OperatorError) -> any CustomKernel {
    guard let filter = inputs[1]?.floats else { throw .inputNotConstant(1) }
    guard let bias = inputs[2]?.floats else { throw .inputNotConstant(2) }
    return Kernel(try geometry(inputs), filter: filter, bias: bias, provider: provider, code: code)
  }

  // MARK: Geometry

  /// One dimension: extents, and what padding cuts off at the front.
  private struct Extent {
    let input: Int, filter: Int, stride: Int, cut: Int, output: Int

    init(_ name: String, input: Int, filter: Int, stride: Int, isSame: Bool) throws(OperatorError) {
      guard input > 0 else { throw .value(name: name, input) }
      guard (1...FixedLimits.transposedFilterSide).contains(filter) else {
        throw .value(name: "filter \(name)", filter)
      }
      let padding = isSame ? max(0, filter - (input - 1) % stride - 1) : 0
      (self.input, self.filter, self.stride, cut) = (input, filter, stride, padding / 2)
      output = stride * (input - 1) + filter - padding
    }

    /// Whether windows are adjacent and fill the output.
    var isTiled: Bool { stride == filter && output == input * filter }
  }

  private struct Geometry {
    let batch: Int, inputChannels: Int, outputChannels: Int
    let vertical: Extent, horizontal: Extent
  }

  private func geometry(_ inputs: [CustomTensor?]) throws(OperatorError) -> Geometry {
    let shapes = try inputs.floats(ranks: [4, 4, 1])
    let (picture, filter, bias) = (shapes[0], shapes[1], shapes[2])
    guard filter[3] == picture[3], filter[3] > 0, filter[0] > 0 else {
      throw .inputShape(input: 1, expected: "[out, height, width, \(picture[3])]", found: filter)
    }
    guard bias == [filter[0]] else { throw .inputShape(input: 2, expected: "[\(filter[0])]", found: bias) }
    return Geometry(
      batch: picture[0], inputChannels: picture[3], outputChannels: filter[0],
      vertical: try Extent("height", input: picture[1], filter: filter[1], stride: strideY, isSame: isSame),
      horizontal: try Extent("width", input: picture[2], filter: filter[2], stride: strideX, isSame: isSame))
  }

  func multiplyAdds(for inputs: [CustomTensor?]) throws(OperatorError) -> Int {
    let (geometry, pixels) = (try geometry(inputs), try inputs.floats(ranks: [4, 4, 1])[0].dropLast())
    return saturatingProduct(
      pixels.reduce(1, *), geometry.vertical.filter, geometry.horizontal.filter, geometry.inputChannels,
      geometry.outputChannels)
  }

  /// The products, and temporary copies of the filter.
  func preparedByteCount(for inputs: [CustomTensor?]) throws(OperatorError) -> Int {
    let geometry = try geometry(inputs)
    let (vertical, horizontal) = (geometry.vertical, geometry.horizontal)
    let columns = horizontal.filter * geometry.outputChannels
    return vertical.filter
      * (MatrixMultiply.packedByteCount(columns: columns, depth: geometry.inputChannels)
        + 3 * columns * geometry.inputChannels * 4)
  }

  // MARK: Execution

  /// Computes output rows by matrix products of an input row and a filter row: each pixel's taps and channels in a row
  /// of its window. Adjacent windows are the output row itself; overlapping ones are added up.
  private final class Kernel: CustomKernel, KernelMemoryOwner {
    let geometry: Geometry
    let bias: [Float]
    /// One per filter row.
    let products: [any RowProductKernel]
    let isTiled: Bool
    let provider: KernelProvider

    init(_ geometry: Geometry, filter: [Float], bias: [Float], provider: KernelProvider?, code: CodeAllocator) {
      self.geometry = geometry
      self.bias = bias
      isTiled = geometry.vertical.isTiled && geometry.horizontal.isTiled
      let (height, width) = (geometry.vertical.filter, geometry.horizontal.filter)
      let (channels, depth) = (geometry.outputChannels, geometry.inputChannels)
      let problem = MatrixMultiply.Problem(
        rows: geometry.horizontal.input, columns: width * channels, depth: depth)
      let biases = isTiled ? (0..<width).flatMap { _ in bias } : [Float](repeating: 0, count: width * channels)
      var products: [any RowProductKernel] = []
      var taken = KernelProvider.reference
      for ky in 0..<height {
        var row: [Float] = []
        for kx in 0..<width {
          for channel in 0..<channels {
            let start = ((channel * height + ky) * width + kx) * depth
            row += filter[start..<start + depth]
          }
        }
        biases.withUnsafeBufferPointer { biases in
          let epilogue = Epilogue(bias: biases, channels: width * channels, activation: .none)
          row.withUnsafeBufferPointer { row in
            guard let start = row.baseAddress else { return }
            let (product, from) = MatrixMultiply.family.kernel(
              for: problem, weights: LayerWeights(filter: start, epilogue: epilogue), requested: provider, code: code)
            products.append(product)
            taken = from
          }
        }
      }
      self.products = products
      self.provider = taken
    }

    var memory: [any KernelMemory] { products.flatMap(\.memory) }

    private var rowCount: Int { geometry.batch * geometry.vertical.output }

    var usefulShareCount: Int { rowCount }

    var scratchByteCount: Int {
      isTiled ? 0 : geometry.horizontal.input * geometry.horizontal.filter * geometry.outputChannels * 4
    }

    func run(_ operands: CustomOperands) {
      guard let input = operands.input(0, as: Float.self).baseAddress,
        let output = operands.output(0, as: Float.self).baseAddress
      else { return }
      let (vertical, horizontal) = (geometry.vertical, geometry.horizontal)
      let inputRow = horizontal.input * geometry.inputChannels
      let outputRow = horizontal.output * geometry.outputChannels
      let scratch = operands.scratch.assumingMemoryBound(to: Float.self).baseAddress
      for row in operands.share(of: rowCount) {
        let (picture, y) = row.quotientAndRemainder(dividingBy: vertical.output)
        let pixels = input + picture * vertical.input * inputRow
        let target = output + row * outputRow
        if isTiled {
          let (source, ky) = y.quotientAndRemainder(dividingBy: vertical.stride)
          multiply(ky, pixels + source * inputRow, into: target)
          continue
        }
        for x in 0..<horizontal.output {
          for channel in bias.indices { target[x * bias.count + channel] = bias[channel] }
        }
        guard let scratch else { continue }
        // Windows that begin at stride · source reach y with filter row y + cut − stride · source.
        let place = y + vertical.cut
        let first = max(0, (place - vertical.filter + vertical.stride) / vertical.stride)
        for source in first...max(first, min(place / vertical.stride, vertical.input - 1)) {
          let ky = place - source * vertical.stride
          guard products.indices.contains(ky), source < vertical.input else { continue }
          multiply(ky, pixels + source * inputRow, into: scratch)
          add(scratch, to: target)
        }
      }
    }

    private func multiply(_ ky: Int, _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
      let product = products[ky]
      let (depth, columns) = (geometry.inputChannels, geometry.horizontal.filter * geometry.outputChannels)
      for row in stride(from: 0, to: geometry.horizontal.input, by: product.rowsPerUnit) {
        product.run(
          rows: min(product.rowsPerUnit, geometry.horizontal.input - row), input: input + row * depth, addend: nil,
          output: output + row * columns)
      }
    }

    private func add(_ windows: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>) {
      let (horizontal, channels) = (geometry.horizontal, geometry.outputChannels)
      for source in 0..<horizontal.input {
        for kx in 0..<horizontal.filter {
          let x = source * horizontal.stride + kx - horizontal.cut
          guard x >= 0, x < horizontal.output else { continue }
          let window = windows + (source * horizontal.filter + kx) * channels
          for channel in 0..<channels { target[x * channels + channel] += window[channel] }
        }
      }
    }
  }
}
