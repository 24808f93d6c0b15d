import EmittedKernels
import KernelChoice
import TensorKernels
import TestSupport
import Testing

/// Tensors that end where the readable memory ends, with NaNs before them. A kernel that reads past a tensor ends the
/// test process; what it reads before one shows in the result, and what it writes there is noticed.
@Suite struct PageEndTests {
  private var random = SeededGenerator(seed: SeededGenerator.runSeed)

  /// A kernel whose filter is at the end of a page while it is packed.
  private func make<Problem, Kernel>(
    _ candidate: KernelCandidate<Problem, Kernel>, _ problem: Problem, _ sample: LayerSample, channels: Int
  ) throws -> Kernel where Problem.Weights == LayerWeights {
    let filter = try #require(PageEndFloats(sample.filter))
    return withExtendedLifetime(filter) {
      candidate.made(
        problem, LayerWeights(filter: filter.pointer, epilogue: sample.epilogue(channels: channels)))
    }
  }

  @Test(arguments: KernelProvider.available)
  mutating func `a matrix product stays inside its tensors`(provider: KernelProvider) throws {
    for rows in [1, 5, 6, 7, 13] {
      for columns in [1, 3, 4, 7, 8, 9, 17, 56, 80] {
        for depth in [1, 3, 4, 7, 8, 9, 33, 65] {
          let problem = MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth)
          let sample = LayerSample(
            filterCount: columns * depth, channels: columns, activation: .slopes, random: &random)
          let kernel = try make(
            MatrixMultiply.family.choice(for: problem, requested: provider), problem, sample, channels: columns)
          let input = try #require(PageEndFloats(random.floats(rows * depth)))
          let output = try #require(PageEndFloats([Float](repeating: .nan, count: rows * columns)))
          kernel.run(
            rows: rows, input: input.pointer, addend: nil, output: output.pointer)
          #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact, "\(problem)")
        }
      }
    }
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  mutating func `a product of two computed matrices stays inside its tensors and its scratch`(
    transposed: (Bool, Bool)
  ) throws {
    for rows in [1, 7, 13] {
      for columns in [1, 7, 8, 17, 24, 29] {
        for depth in [1, 7, 8, 19] {
          typealias Side = BatchMatrixMultiply.Side
          let problem = BatchMatrixMultiply.Problem(
            rows: rows, columns: columns, depth: depth,
            left: transposed.0 ? Side(depthStep: rows, outerStep: 1) : Side(depthStep: 1, outerStep: depth),
            right: transposed.1 ? Side(depthStep: 1, outerStep: depth) : Side(depthStep: columns, outerStep: 1),
            batch: [BatchMatrixMultiply.Dimension(extent: 2, left: rows * depth, right: depth * columns)])
          let left = try #require(PageEndFloats(random.floats(2 * rows * depth)))
          let right = try #require(PageEndFloats(random.floats(2 * depth * columns)))
          let output = try #require(PageEndFloats([Float](repeating: .nan, count: 2 * rows * columns)))
          for provider in KernelProvider.available {
            let kernel = BatchMatrixMultiply.family.kernel(for: problem, requested: provider).kernel
            let scratch = try #require(PageEndFloats([Float](repeating: .nan, count: kernel.scratchCount)))
            var inputs: [UnsafeMutableRawPointer?] = [
              UnsafeMutableRawPointer(left.pointer), UnsafeMutableRawPointer(right.pointer),
            ]
            var outputs: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(output.pointer)
            kernel.run(
              units: 0..<kernel.unitCount,
              KernelOperands(inputs: &inputs, outputs: &outputs, scratch: scratch.pointer))
            #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact, "\(problem)")
            #expect(scratch.isBorderIntact)
          }
        }
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  mutating func `a convolution stays inside its tensors and its scratch`(provider: KernelProvider) throws {
    for (index, shape) in WindowSample.table.enumerated() where index % 3 == 0 {
      guard let window = shape.window else { continue }
      let channels = [1, 3, 5][index % 3]
      let outputs = [1, 7, 8, 9][index % 4]
      let problem = Convolution.Problem(batch: 2, inputChannels: channels, outputChannels: outputs, window: window)
      let sample = LayerSample(
        filterCount: outputs * window.filterHeight * window.filterWidth * channels, channels: outputs,
        activation: .relu, random: &random)
      let kernel = try make(
        Convolution.family.choice(for: problem, requested: provider), problem, sample, channels: outputs)
      let input = try #require(
        PageEndFloats(random.floats(2 * window.inputHeight * window.inputWidth * channels)))
      let output = try #require(
        PageEndFloats([Float](repeating: .nan, count: 2 * window.outputHeight * window.outputWidth * outputs)))
      let scratch = try #require(PageEndFloats([Float](repeating: .nan, count: kernel.scratchCount)))
      kernel.run(
        units: 0..<kernel.unitCount, input: input.pointer, addend: nil, output: output.pointer,
        scratch: scratch.pointer)
      #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact, "\(shape)")
    }
  }

  @Test(arguments: KernelProvider.available)
  mutating func `a depthwise convolution stays inside its tensors`(provider: KernelProvider) throws {
    for (index, shape) in WindowSample.table.enumerated() {
      guard let window = shape.window else { continue }
      let channels = [1, 3, 4, 7, 8, 9, 15, 16][index % 8]
      let problem = DepthwiseConvolution.Problem(batch: 1, channels: channels, multiplier: 1, window: window)
      let sample = LayerSample(
        filterCount: window.filterHeight * window.filterWidth * channels, channels: channels, activation: .relu6,
        random: &random)
      let filter = try #require(PageEndFloats(sample.filter))
      let kernel = withExtendedLifetime(filter) {
        DepthwiseConvolution.family.choice(for: problem, requested: provider).made(
          problem, .floats(LayerWeights(filter: filter.pointer, epilogue: sample.epilogue(channels: channels))))
      }
      let input = try #require(PageEndFloats(random.floats(window.inputHeight * window.inputWidth * channels)))
      let output = try #require(
        PageEndFloats([Float](repeating: .nan, count: window.outputHeight * window.outputWidth * channels)))
      kernel.run(units: 0..<kernel.unitCount, input: input.pointer, output: output.pointer)
      #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact, "\(shape)")
    }
  }

  @Test(arguments: Pooling.family.kernels.map(\.provider))
  mutating func `pooling stays inside its tensors`(provider: KernelProvider) throws {
    for (index, shape) in WindowSample.table.enumerated() where shape.dilation == (1, 1) {
      // A window without taps has no finite maximum.
      guard let window = shape.window, shape.padding.left < 2 else { continue }
      let channels = [1, 3, 4, 8, 5, 7, 16, 9][index % 8]
      for operation in [Pooling.Operation.maximum, .average] {
        let problem = Pooling.Problem(operation: operation, batch: 1, channels: channels, window: window)
        let input = try #require(PageEndFloats(random.floats(window.inputHeight * window.inputWidth * channels)))
        let output = try #require(
          PageEndFloats([Float](repeating: .nan, count: window.outputHeight * window.outputWidth * channels)))
        Pooling.family.kernel(for: problem, requested: provider).kernel
          .run(units: 0..<window.outputHeight, input: input.pointer, output: output.pointer)
        #expect(output.values.allSatisfy { !$0.isNaN } && output.isBorderIntact, "\(shape)")
      }
    }
  }

  @Test mutating func `elementwise kernels stay inside their tensors`() throws {
    for count in sizesAroundVectors {
      let left = try #require(PageEndFloats(random.floats(3 * count)))
      let right = try #require(PageEndFloats(random.floats(count)))
      let single = try #require(PageEndFloats([0.5]))
      let output = try #require(PageEndFloats([Float](repeating: .nan, count: 3 * count)))
      let wide = BroadcastPair(left: [3, count], right: [count])
      let scalar = BroadcastPair(left: [3, count], right: [1])
      for operation in BinaryElementwiseTests.operations {
        BinaryElementwise.run(
          operation, wide, elements: 0..<3 * count, left: left.pointer, right: right.pointer, output: output.pointer,
          lower: -1, upper: 1)
        BinaryElementwise.run(
          operation, scalar, elements: 0..<3 * count, left: left.pointer, right: single.pointer,
          output: output.pointer, lower: -1, upper: 1)
        MachineBinaryElementwise(operation, wide)?.run(
          elements: 0..<3 * count, left: left.pointer, right: right.pointer, output: output.pointer)
        MachineBinaryElementwise(operation, scalar)?.run(
          elements: 0..<3 * count, left: left.pointer, right: single.pointer, output: output.pointer)
      }
      PReLU.run(wide, elements: 0..<3 * count, input: left.pointer, slopes: right.pointer, output: output.pointer)
      PReLU.run(scalar, elements: 0..<3 * count, input: left.pointer, slopes: single.pointer, output: output.pointer)
      UnaryElementwise.clamp(0..<3 * count, left.pointer, output.pointer, lower: 0, upper: 6)
      UnaryElementwise.logistic(0..<3 * count, left.pointer, output.pointer)
      MachineBinaryElementwise(slopes: wide)?.run(
        elements: 0..<3 * count, left: left.pointer, right: right.pointer, output: output.pointer)
      MachineUnaryElementwise(.limit(lower: 0, upper: 6))?.run(0..<3 * count, left.pointer, output.pointer)
      for function in UnaryFunctionTests.functions {
        MachineUnaryElementwise(function)?.run(0..<3 * count, left.pointer, output.pointer)
      }
      MachineUnaryElementwise(.logistic)?.run(0..<3 * count, left.pointer, output.pointer)
      for function in [UnaryFunction.sine, .cosine] {
        UnaryElementwise.family.kernel(for: UnaryElementwise.Problem(function, count: 3 * count), requested: nil)
          .kernel.run(units: 0..<3 * count, input: left.pointer, output: output.pointer)
      }
      for operation in [RowNormalization.Operation.softmax(beta: 1), .logSoftmax] {
        // As many rows as have vectors; only the first three are computed.
        let problem = RowNormalization.Problem(operation, rows: 128, length: count)
        RowNormalization.family.kernel(for: problem, requested: nil).kernel
          .run(units: 0..<3, input: left.pointer, output: output.pointer)
      }
      MachineSoftmax(length: count, beta: 1)?.run(rows: 0..<3, left.pointer, output.pointer)
      RowNormalization.softmax(rows: 0..<3, length: count, beta: 1, left.pointer, output.pointer)
      #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact)
    }
  }

  @Test mutating func `resampling and reduction stay inside their tensors`() throws {
    for channels in sizesAroundVectors {
      for (corners, centers) in [(false, false), (true, false), (false, true)] {
        let problem = ResizeBilinear.Problem(
          batch: 1, channels: channels, input: (2, 9), output: (5, 13), alignCorners: corners,
          halfPixelCenters: centers)
        let input = try #require(PageEndFloats(random.floats(18 * channels)))
        let output = try #require(PageEndFloats([Float](repeating: .nan, count: 65 * channels)))
        ResizeBilinear.run(problem, rows: 0..<5, input: input.pointer, output: output.pointer)
        MachineResizeBilinear(problem)?.run(rows: 0..<5, input: input.pointer, output: output.pointer)
        #expect(output.values.allSatisfy { $0.isFinite } && output.isBorderIntact)
        let sums = try #require(PageEndFloats([Float](repeating: .nan, count: 2 * channels)))
        Reduction.run(
          .sum, shape: [2, 9, channels], isReduced: [false, true, false], input: input.pointer, output: sums.pointer)
        #expect(sums.values.allSatisfy { $0.isFinite } && sums.isBorderIntact)
        MachineReduction(.sum, shape: [2, 9, channels], isReduced: [false, true, false])?
          .run(input: input.pointer, output: sums.pointer)
        #expect(sums.values.allSatisfy { $0.isFinite } && sums.isBorderIntact)
        let rowSums = try #require(PageEndFloats([Float](repeating: .nan, count: 2)))
        let rows = Reduction.Problem(.sum, shape: [2, 3 * channels], isReduced: [false, true])
        let kernel = Reduction.family.kernel(for: rows, requested: nil).kernel
        kernel.run(units: 0..<kernel.unitCount, input: input.pointer, output: rowSums.pointer)
        #expect(rowSums.values.allSatisfy { $0.isFinite } && rowSums.isBorderIntact)
      }
    }
  }
}
