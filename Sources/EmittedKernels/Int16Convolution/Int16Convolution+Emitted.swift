import MachineCode
import TensorKernels

/// Int16 convolution emitted for its sizes. For each output row: code that converts the rows under it into a band, code
/// that multiplies the band's pixels by all panels (``MachineInt16MatrixMultiply``), and a function for rows that
/// cannot be converted.
final class MachineInt16Convolution: Int16BandKernel, EmittedKernel {
  struct ConversionArguments {
    /// The first row inside the picture.
    let input: UnsafePointer<Float>
    /// The largest magnitudes, then the scale.
    let header: UnsafeMutableRawPointer
    /// The first row's place in the band.
    let target: UnsafeMutableRawPointer
    /// Rows inside the picture, at least one.
    let count: Int
    let constants: UnsafePointer<Float>
  }

  let band: Int16Band
  private let panels: Int16Panels
  private let constants = AlignedBuffer(MachineInt16MatrixMultiply.Constants())
  private let code: ExecutableMemory, conversionCode: ExecutableMemory
  private let multiply: EmittedFunction<MachineInt16MatrixMultiply.Arguments>
  private let convert: EmittedFunction<ConversionArguments>

  static func supports(_ problem: Int16Convolution.Problem) -> Bool {
    MachineInt16MatrixMultiply.supports(Int16Band(problem).product)
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: Int16Convolution.Problem, _ weights: Int16Convolution.Weights, _ allocator: CodeAllocator) {
    band = Int16Band(problem)
    panels = Int16Panels(band.product, weights.panels, band: band)
    guard let emitted = MachineInt16MatrixMultiply.emitted((panels.layout, band)),
      let conversion = Int16Band.emitted(band),
      let code = allocator.allocate(emitted, name: "int16-convolution"),
      let conversionCode = allocator.allocate(conversion, name: "int16-band")
    else { return nil }
    (self.code, self.conversionCode) = (code, conversionCode)
    multiply = EmittedFunction(code)
    convert = EmittedFunction(conversionCode)
  }

  var scratchCount: Int { band.scratchCount }
  var memory: [any KernelMemory] { panels.memory + [constants, code, conversionCode] }

  func maxCallCount(_ units: Range<Int>) -> Int { units.count * Int16Convolution.Problem.callsPerRow }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units { forEachStep(unit, operands, { $0.run() }, finish: panels.finish) }
  }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    for unit in units { forEachStep(unit, operands, body) { body(panels.call(finishing: $0)) } }
  }

  private func forEachStep(
    _ unit: Int, _ operands: KernelOperands, _ body: (KernelCall) -> Void,
    finish: (Int16Panels.ConvertedRows) -> Void
  ) {
    let (taps, input) = band.place(unit, operands.input(0))
    let header = UnsafeMutableRawPointer(operands.scratch)
    let rows = header + Int16Band.headerByteCount
    func clear(_ outside: Range<Int>) {
      guard !outside.isEmpty else { return }
      let target = (rows + outside.lowerBound * band.rowByteCount).assumingMemoryBound(to: Float.self)
      body(.clear(outside.count * band.rowByteCount / 4, at: target))
    }
    clear(0..<taps.lowerBound)
    clear(taps.upperBound..<band.segmentCount)
    body(
      convert.call(
        ConversionArguments(
          input: input, header: header, target: rows + taps.lowerBound * band.rowByteCount, count: taps.count,
          constants: constants.pointer)))
    let output = operands.output() + unit * band.outputStride
    body(
      multiply.call(
        MachineInt16MatrixMultiply.Arguments(
          rows: rows, panels: panels.buffer.pointer, output: output, count: band.window.outputWidth,
          addendDistance: 0)))
    finish(
      Int16Panels.ConvertedRows(
        unit, input: operands.input(0), status: operands.scratch, addend: nil, output: output))
  }
}
