import MachineCode
import TensorKernels
import TestSupport

/// Random weights of a layer, with everything that a tolerance needs to be derived from.
struct LayerSample {
  /// The activations that an epilogue has.
  enum Activation: CaseIterable {
    case none, relu, relu6, reluMinus1To1, slopes
  }

  let filter: [Float]
  let bias: [Float]?
  let slopes: [Float]
  let activation: Activation

  init(filterCount: Int, channels: Int, activation: Activation, hasBias: Bool = true, random: inout SeededGenerator) {
    filter = random.floats(filterCount)
    bias = hasBias ? random.floats(channels) : nil
    slopes = random.floats(channels)
    self.activation = activation
  }

  /// A given filter and bias.
  init(filter: [Float], bias: [Float], activation: Activation = .none) {
    (self.filter, self.bias, slopes, self.activation) = (filter, bias, bias.map { _ in 0.5 }, activation)
  }

  /// Only the filter's magnitudes, without bias and activation: the reference kernel then gives `Σ|a·b|` for `|a|`.
  private init(magnitudesOf other: LayerSample) {
    filter = other.filter.map(abs)
    bias = nil
    slopes = []
    activation = .none
  }

  var magnitudes: LayerSample { LayerSample(magnitudesOf: self) }

  /// Bias and activation as kernels take them.
  func epilogue(channels: Int) -> Epilogue {
    let kind: Epilogue.Activation =
      switch activation {
      case .none: .none
      case .relu: .clamp(lower: 0, upper: .infinity)
      case .relu6: .clamp(lower: 0, upper: 6)
      case .reluMinus1To1: .clamp(lower: -1, upper: 1)
      case .slopes: .slopes(slopes.withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) })
      }
    guard let bias else { return Epilogue(bias: nil, channels: channels, activation: kind) }
    return bias.withUnsafeBufferPointer { Epilogue(bias: $0, channels: channels, activation: kind) }
  }

  /// Makes a kernel; the filter is surrounded by NaNs while it is packed.
  func make<Problem, Kernel>(
    _ candidate: KernelCandidate<Problem, Kernel>, _ problem: Problem, channels: Int
  ) -> Kernel where Problem.Weights == LayerWeights {
    let padded = PaddedFloats(filter)
    return withExtendedLifetime(padded) {
      candidate.made(
        problem, LayerWeights(filter: padded.pointer, epilogue: epilogue(channels: channels)))
    }
  }

  /// The same for a depthwise convolution of floats or 16-bit integers.
  func make(
    _ candidate: KernelCandidate<DepthwiseConvolution.Problem, any DepthwiseConvolutionKernel>,
    _ problem: DepthwiseConvolution.Problem, channels: Int
  ) -> any DepthwiseConvolutionKernel {
    let padded = PaddedFloats(filter)
    return withExtendedLifetime(padded) {
      candidate.made(
        problem, .floats(LayerWeights(filter: padded.pointer, epilogue: epilogue(channels: channels))))
    }
  }

  /// The same with halves for weights, which have these floats; and the bits of the halves.
  func ofHalves(random: inout SeededGenerator) -> (sample: LayerSample, halves: [UInt16]) {
    let halves = filter.map { _ in
      UInt16.random(in: 0x2C00...0x3BFF, using: &random) | UInt16.random(in: 0...1, using: &random) << 15
    }
    return (LayerSample(filter: halves.map { HalfPrecision.float(fromBits: $0) }, like: self), halves)
  }

  private init(filter: [Float], like other: LayerSample) {
    (self.filter, bias, slopes, activation) = (filter, other.bias, other.slopes, other.activation)
  }

  /// Makes a kernel from halves at an odd address, whose floats are the filter.
  func make<Problem, Kernel>(
    _ candidate: KernelCandidate<Problem, Kernel>, _ problem: Problem, channels: Int, halves: [UInt16]
  ) -> Kernel where Problem.Weights == LayerWeights {
    let floats = PaddedFloats(filter)
    var bytes: [UInt8] = [0xFF]
    for half in halves { bytes += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)] }
    return bytes.withUnsafeBytes { bytes in
      let filter = HalfFilter(bytes.baseAddress.unsafelyUnwrapped + 1) { UnsafePointer(floats.pointer) }
      return candidate.made(problem, LayerWeights(filter, epilogue: epilogue(channels: channels)))
    }
  }

  /// How far an element of channel `channel` may be off if its products' magnitudes add up to `magnitude`.
  func tolerance(terms: Int, magnitude: Float, channel: Int) -> Float {
    Comparison.reorderedSum(terms: terms, magnitude: magnitude + abs(bias?[channel] ?? 0))
  }
}

extension WeightedCandidate {
  /// The kernel with unlimited code.
  func made(_ problem: Problem, _ weights: Weights) -> Kernel {
    guard let kernel = make(problem, weights, CodeAllocator()) else {
      preconditionFailure("the \(provider) kernel of \(problem) was not made")
    }
    return kernel
  }
}

extension WeightedFamily where Problem: KernelProblem, Problem.Weights == Weights, Weights == Void {
  /// The kernel for a problem with unlimited code, and its provider.
  func kernel(for problem: Problem, requested: KernelProvider?) -> (kernel: Kernel, provider: KernelProvider) {
    kernel(for: problem, requested: requested, code: CodeAllocator())
  }
}

/// Ranges that divide `0..<count` into runs of `length`.
func cuts(_ count: Int, every length: Int) -> [Range<Int>] {
  stride(from: 0, to: count, by: length).map { $0..<Swift.min($0 + length, count) }
}
