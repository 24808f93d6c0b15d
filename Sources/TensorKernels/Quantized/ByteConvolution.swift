import MachineCode
import MudraPlatform

/// Integer 2D convolution with an 8-bit filter, of quantized bytes or of integers with one scale per picture.
///
///     output[b, y, x, o] = limits(zeroPoint + factor[o] · (bias[o] +
///         Σ ky, kx, i  (input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, i] − inputZero) · filter[o, ky, kx, i]))
///
/// Taps outside the input count as zero. Everything else is as in ``ByteMatrixMultiply``, whose rows are the patches.
package enum ByteConvolution {
  package struct Problem: KernelProblem {
    package typealias Weights = ByteMatrixMultiply.Weights

    package let batch: Int, inputChannels: Int
    package private(set) var outputChannels: Int
    /// Elements from one output pixel to the next.
    package let outputStride: Int
    package let window: Window2D
    package let elements: ByteMatrixMultiply.Elements

    package init(_ convolution: Convolution.Problem, _ elements: ByteMatrixMultiply.Elements) {
      precondition(convolution.groups == 1 && !convolution.hasAddend, "there are no groups and no addend")
      (batch, window) = (convolution.batch, convolution.window)
      (inputChannels, outputChannels) = (convolution.inputChannels, convolution.outputChannels)
      outputStride = convolution.outputChannels
      self.elements = elements
    }

    /// Ranges of output channels for threads where there are too few pixels to share; all but the last are whole
    /// vectors.
    package func columnParts(grain: Int) -> [Range<Int>] {
      ColumnParts.columns(
        rows: pixelCount, rowsPerUnit: readsPixels && outputChannels.isMultiple(of: 8) ? product.rowsPerUnit : 1,
        columns: outputChannels, depth: depth, grain: grain)
    }

    /// The same for some output channels.
    package func part(_ channels: Range<Int>) -> Problem {
      var part = self
      part.outputChannels = channels.count
      return part
    }

    package var element: NumberType { elements.output }

    /// Output pixels of all pictures.
    package var pixelCount: Int { batch * window.outputHeight * window.outputWidth }
    package var depth: Int { window.filterHeight * window.filterWidth * inputChannels }
    package var multiplyAdds: Int { saturatingProduct(pixelCount, outputChannels, depth) }

    /// Whether the input's pixels already are the product's rows.
    package var readsPixels: Bool {
      window.filterHeight == 1 && window.filterWidth == 1 && window.strideX == 1 && window.strideY == 1
        && window.paddingTop == 0 && window.paddingLeft == 0 && window.inputHeight == window.outputHeight
        && window.inputWidth == window.outputWidth && inputChannels.isMultiple(of: 4) && inputChannels >= 16
    }

    /// Terms of a patch, padded to whole groups and at least one vector.
    var patchDepth: Int { readsPixels ? depth : max((depth + 3) / 4 * 4, 16) }
    var patchByteCount: Int { patchDepth * elements.input.byteCount }
    var patchLayout: Patches.Layout {
      Patches.Layout(
        window: window, pixelByteCount: pixelByteCount, tapByteCount: pixelByteCount, patchByteCount: patchByteCount)
    }
    /// The byte outside pictures, if all of them share it.
    var zero: UInt8 {
      if case .bytes(let bytes) = elements { UInt8(truncatingIfNeeded: bytes.input.zeroPoint) } else { 0 }
    }
    /// Whether each picture's scale is followed by its zero point.
    package var hasOffsets: Bool {
      if case .scaled(let scaled) = elements { scaled.isOfBytes } else { false }
    }
    var pixelByteCount: Int { inputChannels * elements.input.byteCount }
    package var outputByteCount: Int { outputChannels * elements.output.byteCount }
    /// Whether no columns are padded.
    package var isWhole: Bool { outputChannels.isMultiple(of: 8) }

    /// The product of the patches. Padded terms and columns have zero weights; the next row overwrites padded columns.
    package var product: ByteMatrixMultiply.Problem {
      let columns = (outputChannels + 7) / 8 * 8
      return ByteMatrixMultiply.Problem(
        rows: pixelCount, columns: columns, depth: patchDepth,
        outputStride: columns == outputChannels ? outputStride : outputChannels, elements)
    }
  }

  /// A unit is a block of pixels.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "byte convolution",
    kernels: [
      KernelCandidate(
        .simd, elements: [.int8, .uint8, .float32],
        make: { problem, weights, code in
          patches(problem, weights, code) { ByteMatrixLoops($0, $1, convertsRows: true) }
        }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8, .float32],
        make: { problem, weights, _ in ByteConvolutionLoops(problem, weights) }),
    ])

  /// A product over patches, with scratch for the last row if its columns are padded.
  package static func patches(
    _ problem: Problem, _ weights: ByteMatrixMultiply.Weights, _ code: CodeAllocator,
    _ emitter: Patches.Emitter? = nil,
    _ make: (ByteMatrixMultiply.Problem, ByteMatrixMultiply.Weights) -> (any ByteProductKernel)?
  ) -> (any UnitKernel)? {
    let product = problem.product
    if problem.readsPixels, problem.isWhole { return make(product, weights) }
    return make(product, weights.padded(depth: problem.depth, to: product)).map {
      PatchByteConvolution(problem, $0, code, emitter)
    }
  }
}

/// Multiplies patches by the filter, a block of pixels at a time:
///
///     input ──patches──▶ rows ──product──▶ rows with padded columns ──copy──▶ output
///
/// The first or last step is omitted where the input or output already has that form.
private final class PatchByteConvolution: UnitKernel {
  private let problem: ByteConvolution.Problem
  private let product: any ByteProductKernel
  /// Nil if the input's pixels are the rows.
  private let patches: Patches?

  init(
    _ problem: ByteConvolution.Problem, _ product: any ByteProductKernel, _ code: CodeAllocator,
    _ emitter: Patches.Emitter?
  ) {
    (self.problem, self.product) = (problem, product)
    patches = problem.readsPixels ? nil : Patches(problem.patchLayout, zero: problem.zero, code, emitter)
  }

  var unitCount: Int { product.unitCount }
  var elementsPerUnit: Int? { problem.product.rowsPerUnit * problem.outputChannels }
  var memory: [any KernelMemory] { product.memory + (patches?.memory ?? []) }
  var heldByteCount: Int { product.heldByteCount }
  var isEmitted: Bool { product.isEmitted && patches?.isEmitted != false }
  var scratchCount: Int { product.scratchCount + patchCount + resultCount }

  /// Floats of a unit's patches and results, in whole cache lines.
  private var patchCount: Int {
    problem.readsPixels ? 0 : (problem.product.rowsPerUnit * problem.patchByteCount + 63) / 64 * 16
  }
  private var resultCount: Int {
    problem.isWhole
      ? 0 : (problem.product.rowsPerUnit * problem.outputByteCount + problem.product.columns * 4 + 63) / 64 * 16
  }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units {
      forEachStep(of: unit, operands) { step in
        switch step {
        case .patches(let patches, let pixels, let rows):
          patches.copy(pixels, from: operands.inputBytes(0), offsets: offsets(operands), to: rows)
        case .product(let rows, let scratch): product.run(rows, scratch: scratch)
        case .copy(let count, let rows, let output): memcpy(output, rows, count)
        }
      }
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    guard units.count <= KernelCall.maxPerOperator / 3 else { return nil }
    return KernelCallList.calls { (list) throws(KernelCallList.Missing) in
      for unit in units {
        try forEachStep(of: unit, operands) { (step) throws(KernelCallList.Missing) in
          switch step {
          case .patches(let patches, let pixels, let rows):
            try patches.appendCalls(
              to: &list, pixels, from: operands.inputBytes(0), offsets: offsets(operands), to: rows)
          case .product(let rows, let scratch): try list.append(product.call(rows, scratch: scratch).map { [$0] })
          case .copy(let count, let rows, let output): try list.append(.copy(bytes: count, from: rows, to: output))
          }
        }
      }
    }
  }

  /// Each picture's scale and zero point, if inputs are bytes.
  private func offsets(_ operands: KernelOperands) -> UnsafePointer<Float>? {
    problem.hasOffsets ? operands.input(1) : nil
  }

  private enum Step {
    case patches(Patches, Range<Int>, to: UnsafeMutableRawPointer)
    case product(ByteProductRows, scratch: UnsafeMutablePointer<Float>)
    case copy(Int, UnsafeRawPointer, to: UnsafeMutableRawPointer)
  }

  private func forEachStep<Failure: Error>(
    of unit: Int, _ operands: KernelOperands, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let patchRows = UnsafeMutableRawPointer(operands.scratch)
    let results = UnsafeMutableRawPointer(operands.scratch + patchCount)
    try problem.product.forEachPart(ofUnit: unit) { (rows) throws(Failure) in
      let output = operands.outputBytes() + rows.lowerBound * problem.outputByteCount
      if let patches { try body(.patches(patches, rows, to: patchRows)) }
      let input = operands.inputBytes(0) + (patches == nil ? rows.lowerBound * problem.patchByteCount : 0)
      try body(
        .product(
          ByteProductRows(
            count: rows.count, input: patches == nil ? input : UnsafeRawPointer(patchRows),
            scales: problem.elements.scales(operands, row: rows.lowerBound), output: problem.isWhole ? output : results),
          scratch: operands.scratch + patchCount + resultCount))
      if !problem.isWhole { try body(.copy(rows.count * problem.outputByteCount, results, to: output)) }
    }
  }
}

/// The plain loops that define the operation. A unit is a block of pixels.
private final class ByteConvolutionLoops: UnitKernel {
  let problem: ByteConvolution.Problem
  private let weights: ByteMatrixMultiply.Weights
  private let filter: [Int16]

  init(_ problem: ByteConvolution.Problem, _ weights: ByteMatrixMultiply.Weights) {
    (self.problem, self.weights) = (problem, weights.copied)
    filter = self.weights.filter.integers
  }

  private var pixelsPerUnit: Int { problem.product.rowsPerUnit }
  var unitCount: Int { (problem.pixelCount + pixelsPerUnit - 1) / pixelsPerUnit }
  var elementsPerUnit: Int? { pixelsPerUnit * problem.outputChannels }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.heldByteCount }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let (window, channels) = (problem.window, problem.inputChannels)
    for pixel in units.lowerBound * pixelsPerUnit..<min(units.upperBound * pixelsPerUnit, problem.pixelCount) {
      let (line, x) = pixel.quotientAndRemainder(dividingBy: window.outputWidth)
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      for channel in 0..<problem.outputChannels {
        var sum: Int32 = 0
        for ky in window.rowTaps(y) {
          for kx in window.columnTaps(x) {
            let row = picture * window.inputHeight + window.firstRow(y) + ky * window.dilationY
            let column = window.firstColumn(x) + kx * window.dilationX
            let source = (row * window.inputWidth + column) * channels
            let tap = channel * problem.depth + (ky * window.filterWidth + kx) * channels
            for i in 0..<channels { sum &+= integer(source + i, pixel, operands) &* Int32(filter[tap + i]) }
          }
        }
        store(sum, pixel, channel, operands)
      }
    }
  }

  /// An input element relative to its zero point.
  private func integer(_ place: Int, _ pixel: Int, _ operands: KernelOperands) -> Int32 {
    switch problem.elements {
    case .bytes(let bytes):
      bytes.input.integer(operands.inputBytes(0).load(fromByteOffset: place, as: UInt8.self))
    case .scaled(let scaled) where scaled.isOfBytes:
      Int32(operands.inputBytes(0).load(fromByteOffset: place, as: UInt8.self))
        &- scaled.offset(operands.input(1), pixel / scaled.rowsPerScale)
    case .scaled: Int32(operands.inputBytes(0).load(fromByteOffset: place * 2, as: Int16.self))
    }
  }

  private func store(_ sum: Int32, _ pixel: Int, _ channel: Int, _ operands: KernelOperands) {
    let place = pixel * problem.outputStride + channel
    switch problem.elements {
    case .bytes(let bytes):
      operands.output(as: UInt8.self)[place] = bytes.output.byte(
        weights.factors[channel].product(sum &+ weights.bias[channel], bytes.rounding))
    case .scaled(let scaled):
      operands.output()[place] = scaled.result(
        Float(sum), filterScale: weights.scales[channel],
        scale: operands.input(1)[pixel / scaled.rowsPerScale * scaled.floatsPerScale], bias: weights.addends[channel])
    }
  }
}
