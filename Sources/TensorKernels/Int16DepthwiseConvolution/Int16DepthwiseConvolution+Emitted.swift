import MachineCode

/// A depthwise convolution of integers emitted for its sizes: a call computes one or two output rows.
struct MachineInt16Depthwise: Int16DepthwiseKernel {
  private let problem: DepthwiseConvolution.Problem
  private let packed: AlignedBuffer
  private let zeros: AlignedBuffer
  /// The code for the rows of a call, and for a single last row.
  private let rows: Rows, lastRow: Rows
  let rowsPerCall: Int

  /// Code that computes some neighboring output rows.
  private struct Rows: Sendable {
    let code: ExecutableMemory
    let function: EmittedFunction<MachineDepthwiseConvolution.Arguments>
    /// The input rows that it reads, from the first tap of the first output row.
    let offsets: [Int]

    init?(_ layout: Int16DepthwiseLayout, _ allocator: CodeAllocator) {
      let code = allocator.code(for: layout.identity, name: "int16-depthwise-convolution") {
        CurrentEmitter.type?.int16DepthwiseConvolution(layout)
      }
      guard let code else { return nil }
      self.code = code
      function = EmittedFunction(code)
      offsets = layout.rowOffsets
    }
  }

  /// Sizes for which code is short and displacements fit; at least one group of channels.
  static func hasSupportedSizes(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return problem.channels >= 16 && problem.channels < 1 << 20 && window.inputWidth < 1 << 12
      && window.outputWidth < 1 << 12 && window.inputWidth * problem.channels < 1 << 24
      && window.outputWidth * problem.channels < 1 << 24 && window.outputWidth > 0 && window.outputHeight > 0
      && window.inputWidth > 0 && window.inputHeight > 0 && window.strideX <= 16 && window.strideY <= 16
      && window.paddingLeft < 1 << 12
  }

  static func supports(_ problem: Int16DepthwiseConvolution.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && Architecture.current == .x86 && hasSupportedSizes(problem.depthwise)
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(
    _ problem: Int16DepthwiseConvolution.Problem, _ weights: Int16DepthwiseConvolution.Weights, _ code: CodeAllocator
  ) {
    self.problem = problem.depthwise
    let window = problem.depthwise.window
    rowsPerCall = Int16DepthwiseLayout.rowsPerCall(window)
    var layout = Int16DepthwiseLayout(problem.depthwise, rows: rowsPerCall)
    packed = layout.pack(weights)
    zeros = AlignedBuffer(zeros: window.inputWidth * problem.depthwise.channels / 2)
    guard let rows = Rows(layout, code) else { return nil }
    self.rows = rows
    layout.rows = 1
    guard let lastRow = window.outputHeight.isMultiple(of: rowsPerCall) ? rows : Rows(layout, code) else { return nil }
    self.lastRow = lastRow
  }

  private var window: Window2D { problem.window }
  private var unitsPerPicture: Int { (window.outputHeight + rowsPerCall - 1) / rowsPerCall }
  var unitCount: Int { problem.batch * unitsPerPicture }
  var memory: [any KernelMemory] { [packed, zeros, rows.code, lastRow.code] }
  var heldByteCount: Int { zeros.count * MemoryLayout<Float>.stride }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    EmittedCall.run(units) { calls(units: $0, operands) ?? [] }
  }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    for call in calls(rows, input, output) { call.run() }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    units.flatMap { unit in
      let (picture, part) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
      let y = part * rowsPerCall
      let output = operands.output() + (picture * window.outputHeight + y) * window.outputWidth * problem.channels / 2
      return calls(
        y..<min(y + rowsPerCall, window.outputHeight), PictureRows(integersOf: picture, problem, operands.input(0)),
        output)
    }
  }

  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall]? {
    calls(rows, input, output)
  }

  private func calls(
    _ rows: Range<Int>, _ input: PictureRows, _ output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    let callCount = (rows.count + rowsPerCall - 1) / rowsPerCall
    let pointersPerCall = max(self.rows.offsets.count, lastRow.offsets.count)
    let table = AlignedBuffer(pointers: callCount * pointersPerCall)
    return (0..<callCount).map { index in
      let y = rows.lowerBound + index * rowsPerCall
      let code = y + rowsPerCall <= window.outputHeight ? self.rows : lastRow
      for place in code.offsets.indices {
        let row = window.firstRow(y) + code.offsets[place]
        table.setPointer(
          index * pointersPerCall + place,
          to: row >= 0 && row < window.inputHeight ? input[row] : UnsafePointer(zeros.pointer))
      }
      return code.function.call(
        MachineDepthwiseConvolution.Arguments(
          rows: table.pointers(from: index * pointersPerCall), weights: packed.pointer,
          output: output + (y - rows.lowerBound) * window.outputWidth * problem.channels / 2), keeping: table)
    }
  }
}
