import KernelChoice
import MachineCode
import MudraPlatform
import TensorKernels
import TestSupport
import Testing

@Suite struct ColumnPartsTests {
  static let providers = KernelProvider.available.filter { $0 != .blas }

  /// What a kernel writes, each unit by itself and the last one first.
  private func results(
    _ kernel: any UnitKernel, _ input: UnsafeMutableRawPointer, byteCount: Int
  ) -> [UInt8] {
    let output = AlignedBuffer(zeros: byteCount / 4), scratch = AlignedBuffer(zeros: kernel.scratchCount)
    var source: UnsafeMutableRawPointer? = input
    var target: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(output.pointer)
    for unit in (0..<kernel.unitCount).reversed() {
      let operands = KernelOperands(inputs: &source, outputs: &target, scratch: scratch.pointer)
      if let calls = kernel.calls(units: unit..<unit + 1, operands) {
        for call in calls { call.run() }
      } else {
        kernel.run(units: unit..<unit + 1, operands)
      }
    }
    return withExtendedLifetime((output, scratch)) {
      Array(UnsafeRawBufferPointer(start: output.pointer, count: byteCount))
    }
  }

  @Test func `few rows with much work are divided into whole panels`() {
    #expect(
      ColumnParts.columns(rows: 16, rowsPerUnit: 24, columns: 1000, depth: 512, grain: 1 << 17)
        == [0..<256, 256..<512, 512..<768, 768..<1000])
    #expect(ColumnParts.columns(rows: 1, rowsPerUnit: 1, columns: 4096, depth: 4096, grain: 1 << 17).count == 8)
    #expect(ColumnParts.columns(rows: 25, rowsPerUnit: 24, columns: 1000, depth: 512, grain: 1 << 17) == [0..<1000])
    #expect(ColumnParts.columns(rows: 1, rowsPerUnit: 24, columns: 1000, depth: 16, grain: 1 << 17) == [0..<1000])
    #expect(ColumnParts.columns(rows: 9, rowsPerUnit: 12, columns: 200, depth: 4096, grain: 1 << 17) == [0..<200])
  }

  @Test(arguments: providers, [1, 7])
  func `parts of a product of floats have the bits of the whole`(_ provider: KernelProvider, rows: Int) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let (columns, depth) = (330, 37)
    let filter = random.floats(columns * depth), bias = random.floats(columns)
    var input = random.floats(rows * depth)
    let code = CodeAllocator()
    filter.withUnsafeBufferPointer { filter in
      bias.withUnsafeBufferPointer { bias in
        guard let start = filter.baseAddress else { return }
        let weights = LayerWeights(
          filter: start, epilogue: Epilogue(bias: bias, channels: columns, activation: .clamp(lower: 0, upper: 6)))
        func kernel(_ part: Range<Int>) -> any UnitKernel {
          let problem = MatrixMultiply.Problem(
            rows: rows, columns: part.count, depth: depth, outputStride: columns)
          return MatrixRows(
            problem,
            MatrixMultiply.family.kernel(
              for: problem, weights: weights.part(part, depth: depth), requested: provider, code: code
            ).kernel)
        }
        let parts = [0..<128, 128..<256, 256..<columns]
        input.withUnsafeMutableBytes { input in
          guard let input = input.baseAddress else { return }
          let byteCount = rows * columns * 4
          #expect(
            results(ColumnParts(parts.map(kernel), columns: parts, output: .float32), input, byteCount: byteCount)
              == results(kernel(0..<columns), input, byteCount: byteCount))
        }
      }
    }
  }

  @Test(arguments: providers, [(1, 1004), (16, 1024), (25, 1024), (26, 1024), (16, 1004)])
  func `parts of a product of bytes are those of the plain loops`(_ provider: KernelProvider, _ size: (Int, Int)) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let (rows, columns) = size, depth = 144
    let problem = ByteConvolution.Problem(
      Convolution.Problem(
        batch: rows, inputChannels: depth, outputChannels: columns,
        window: Window2D(
          input: (1, 1), output: (1, 1), filter: (1, 1), stride: (1, 1), padding: (0, 0))),
      .bytes(
        ByteMatrixMultiply.Elements.Bytes(
          input: ByteRange(isSigned: true, zeroPoint: -5), output: ByteRange(isSigned: true, zeroPoint: 9))))
    let filter = random.floats(columns * depth).map { Int8($0 * 127) }
    let factors = random.floats(columns).map { FixedPointMultiplier(Double(abs($0)) / 512 + 0.0001) }
    let bias = random.floats(columns).map { Int32($0 * 1000) }
    func kernel(_ part: Range<Int>, _ provider: KernelProvider) -> any UnitKernel {
      filter.withUnsafeBufferPointer { filter in
        // Pieces that end within panels, and in the first of the parts.
        let pieces = provider == .reference ? [0..<columns] : [0..<100, 100..<101, 101..<columns]
        let weights = ByteMatrixMultiply.Weights(
          filter: ByteFilter(
            pieces.map { UnsafeBufferPointer(rebasing: filter[$0.lowerBound * depth..<$0.upperBound * depth]) }),
          factors: factors, bias: bias, columns: columns)
        return ByteConvolution.family.kernel(
          for: problem.part(part), weights: weights.part(part, depth: depth), requested: provider,
          code: CodeAllocator()
        ).kernel
      }
    }
    let parts = problem.columnParts(grain: 1 << 14)
    // More rows than those of a unit are shared as they are, and so are rows that do not consist of whole vectors.
    #expect((parts.count > 1) == (rows == 1 || rows <= 25 && columns.isMultiple(of: 8)))
    var input = random.floats(rows * depth).map { UInt8(truncatingIfNeeded: Int($0 * 127)) }
    input.withUnsafeMutableBytes { input in
      guard let input = input.baseAddress else { return }
      let byteCount = rows * columns
      #expect(
        results(
          ColumnParts(parts.map { kernel($0, provider) }, columns: parts, output: .int8), input, byteCount: byteCount)
          == results(kernel(0..<columns, .reference), input, byteCount: byteCount))
    }
  }
}
