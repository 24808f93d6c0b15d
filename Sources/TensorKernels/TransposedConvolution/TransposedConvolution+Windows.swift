import MachineCode

extension TransposedConvolution {
  /// The kernels of MediaPipe's `Convolution2DTransposeBias`, which begin with the bias and add windows to it, by each
  /// provider of ``MatrixMultiply``. A unit is an output row.
  package static let portableWindows = KernelFamily<Problem, any UnitKernel>(
    "transposed convolution by windows",
    kernels: (MatrixMultiply.blas + [MatrixMultiply.vectors, MatrixMultiply.reference]).map { windows($0) })

  package static func windows(_ matrix: MatrixMultiply.Candidate) -> Candidate {
    Candidate(
      matrix.provider, supports: { matrix.supports($0.windowProduct) }, pays: { matrix.pays($0.windowProduct) },
      make: { WindowedTransposedConvolution($0, $1, matrix, $2) })
  }
}

extension TransposedConvolution.Problem {
  /// The product of an input row and a filter row: each pixel's taps and channels in a row of its window.
  fileprivate var windowProduct: MatrixMultiply.Problem {
    MatrixMultiply.Problem(rows: inputWidth, columns: filterWidth * outputChannels, depth: inputChannels)
  }
}

/// Adjacent windows are the output row itself; overlapping ones are added up.
private final class WindowedTransposedConvolution: UnitKernel {
  private let problem: TransposedConvolution.Problem
  private let epilogue: Epilogue
  /// One per filter row.
  private let products: [MatrixRows]
  private let isTiled: Bool

  init?(
    _ problem: TransposedConvolution.Problem, _ weights: LayerWeights, _ matrix: MatrixMultiply.Candidate,
    _ code: CodeAllocator
  ) {
    (self.problem, epilogue) = (problem, weights.epilogue)
    isTiled =
      problem.paddingTop == 0 && problem.paddingLeft == 0
      && problem.strideY == problem.filterHeight && problem.outputHeight == problem.inputHeight * problem.filterHeight
      && problem.strideX == problem.filterWidth && problem.outputWidth == problem.inputWidth * problem.filterWidth
    let (channels, depth, width) = (problem.outputChannels, problem.inputChannels, problem.filterWidth)
    var biases = [Float](repeating: 0, count: width * channels)
    if isTiled { for column in biases.indices { biases[column] = epilogue.bias.pointer[column % channels] } }
    var products: [MatrixRows] = []
    for ky in 0..<problem.filterHeight {
      var row: [Float] = []
      for kx in 0..<width {
        for channel in 0..<channels {
          let taps = weights.filter + ((channel * problem.filterHeight + ky) * width + kx) * depth
          row += UnsafeBufferPointer(start: taps, count: depth)
        }
      }
      let product = biases.withUnsafeBufferPointer { biases in
        row.withUnsafeBufferPointer { row in
          row.baseAddress.flatMap {
            let epilogue = Epilogue(bias: biases, channels: biases.count, activation: .none)
            return matrix.make(problem.windowProduct, LayerWeights(filter: $0, epilogue: epilogue), code)
          }
        }
      }
      guard let product else { return nil }
      products.append(MatrixRows(problem.windowProduct, product))
    }
    self.products = products
  }

  var unitCount: Int { problem.batch * problem.outputHeight }
  var scratchCount: Int { isTiled ? 0 : problem.inputWidth * problem.filterWidth * problem.outputChannels }
  var memory: [any KernelMemory] { epilogue.memory + products.flatMap { $0.memory } }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let (inputRow, channels) = (problem.inputWidth * problem.inputChannels, problem.outputChannels)
    for row in units {
      let (picture, y) = row.quotientAndRemainder(dividingBy: problem.outputHeight)
      let pixels = operands.input(0) + picture * problem.inputHeight * inputRow
      let target = operands.output() + row * problem.outputWidth * channels
      if isTiled {
        let (source, ky) = y.quotientAndRemainder(dividingBy: problem.strideY)
        multiply(ky, pixels + source * inputRow, into: target)
      } else {
        for x in 0..<problem.outputWidth {
          (target + x * channels).update(from: epilogue.bias.pointer, count: channels)
        }
        // Windows that begin at stride · source reach y with filter row y + padding − stride · source.
        let place = y + problem.paddingTop
        let first = max(0, (place - problem.filterHeight + problem.strideY) / problem.strideY)
        for source in first...max(first, min(place / problem.strideY, problem.inputHeight - 1)) {
          let ky = place - source * problem.strideY
          guard products.indices.contains(ky), source < problem.inputHeight else { continue }
          multiply(ky, pixels + source * inputRow, into: operands.scratch)
          add(operands.scratch, to: target)
        }
      }
      if case .none = epilogue.activation { continue }
      for i in 0..<problem.outputWidth * channels {
        target[i] = epilogue.finish(biased: target[i], channel: i % channels)
      }
    }
  }

  private func multiply(_ ky: Int, _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
    products[ky].run(units: 0..<products[ky].unitCount, input: input, output: output)
  }

  private func add(_ windows: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>) {
    let channels = problem.outputChannels
    for source in 0..<problem.inputWidth {
      for kx in 0..<problem.filterWidth {
        let x = source * problem.strideX + kx - problem.paddingLeft
        guard x >= 0, x < problem.outputWidth else { continue }
        let window = windows + (source * problem.filterWidth + kx) * channels
        for channel in 0..<channels { target[x * channels + channel] += window[channel] }
      }
    }
  }
}
