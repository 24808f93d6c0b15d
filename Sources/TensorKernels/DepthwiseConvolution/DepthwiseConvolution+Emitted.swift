import MachineCode

/// A depthwise convolution emitted for its sizes: a call computes one or two output rows.
///
/// A ``DepthwiseTile`` of output pixels × channels is in registers at a time. The code leaves out columns outside the
/// input; rows outside are rows of zeros at run time.
struct MachineDepthwiseConvolution: DepthwiseConvolutionKernel, DepthwiseRowKernel {
  /// The arguments of the code.
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let weights: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
  }

  private let problem: DepthwiseConvolution.Problem
  private let tile: DepthwiseTile
  private let packed: AlignedBuffer
  private let zeros: AlignedBuffer
  /// The code for a tile's rows, and for a single last row.
  private let rows: Rows, lastRow: Rows

  /// Code that computes some neighboring output rows.
  private struct Rows: Sendable {
    let code: ExecutableMemory
    let function: EmittedFunction<Arguments>
    /// The input rows that it reads, from the first tap of the first output row.
    let offsets: [Int]

    init?(_ layout: DepthwiseLayout, _ allocator: CodeAllocator) {
      let code = allocator.code(for: layout.identity, name: "depthwise-convolution") {
        CurrentEmitter.type?.depthwiseConvolution(layout)
      }
      guard let code else { return nil }
      self.code = code
      function = EmittedFunction(code)
      offsets = layout.rowOffsets
    }
  }

  /// Units of a picture.
  private var unitsPerPicture: Int { (problem.window.outputHeight + tile.rows - 1) / tile.rows }
  var unitCount: Int { problem.batch * unitsPerPicture }
  var elementsPerUnit: Int? { tile.rows * problem.window.outputWidth * problem.channels }

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return MachineCodeSupport.obstacle == nil && problem.multiplier == 1 && problem.channels.isMultiple(of: 8)
      && problem.channels > 0 && window.filterHeight * window.filterWidth <= 81
      && window.inputWidth * problem.channels < 1 << 24 && window.outputWidth * problem.channels < 1 << 24
      && window.outputWidth > 0 && window.outputHeight > 0 && window.inputWidth > 0 && window.inputHeight > 0
      && window.strideX <= 16 && window.dilationX <= 16 && window.paddingLeft < 1 << 12
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights, _ code: CodeAllocator) {
    self.problem = problem
    let tile = DepthwiseTile(problem, width: MachineCodeSupport.vectorWidth)
    self.tile = tile
    let epilogue = EmittedEpilogue(epilogue: weights.epilogue, width: tile.width)
    var layout = DepthwiseLayout(problem: problem, epilogue: epilogue, tile: tile, rows: tile.rows)
    packed = layout.pack(weights)
    zeros = AlignedBuffer(zeros: problem.window.inputWidth * problem.channels)
    guard let rows = Rows(layout, code) else { return nil }
    self.rows = rows
    layout.rows = 1
    guard let lastRow = problem.window.outputHeight.isMultiple(of: tile.rows) ? rows : Rows(layout, code) else {
      return nil
    }
    self.lastRow = lastRow
  }

  var memory: [any KernelMemory] { [packed, zeros, rows.code, lastRow.code] }
  var heldByteCount: Int { zeros.count * MemoryLayout<Float>.stride }

  var rowsPerCall: Int { tile.rows }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    EmittedCall.run(units) { emittedCalls($0, input, output) }
  }

  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? {
    emittedCalls(units, input, output)
  }

  private func emittedCalls(
    _ units: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    guard let lastUnit = units.last else { return [] }
    let window = problem.window
    let rowStride = window.inputWidth * problem.channels
    var calls: [EmittedCall] = []
    for picture in units.lowerBound / unitsPerPicture...lastUnit / unitsPerPicture {
      let first = picture * unitsPerPicture
      let parts = units.clamped(to: first..<first + unitsPerPicture)
      let y = (parts.lowerBound - first) * tile.rows
      let end = min((parts.upperBound - first) * tile.rows, window.outputHeight)
      let pixels = input + picture * window.inputHeight * rowStride
      let line = picture * window.outputHeight + y
      calls += self.calls(
        rows: y..<end, input: PictureRows(start: pixels, rowStride: rowStride),
        output: output + line * window.outputWidth * problem.channels)
    }
    return calls
  }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    for call in calls(rows: rows, input: input, output: output) { call.run() }
  }

  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall]? {
    calls(rows: rows, input: input, output: output)
  }

  /// The calls that compute some output rows of the picture whose rows `input` provides.
  func calls(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall] {
    let window = problem.window
    let callCount = (rows.count + tile.rows - 1) / tile.rows
    let pointersPerCall = max(self.rows.offsets.count, lastRow.offsets.count)
    let table = AlignedBuffer(pointers: callCount * pointersPerCall)
    return (0..<callCount).map { index in
      let y = rows.lowerBound + index * tile.rows
      let code = y + tile.rows <= window.outputHeight ? self.rows : lastRow
      for place in code.offsets.indices {
        let row = window.firstRow(y) + code.offsets[place]
        table.setPointer(
          index * pointersPerCall + place,
          to: row >= 0 && row < window.inputHeight ? input[row] : UnsafePointer(zeros.pointer))
      }
      return code.function.call(
        Arguments(
          rows: table.pointers(from: index * pointersPerCall), weights: packed.pointer,
          output: output + (y - rows.lowerBound) * window.outputWidth * problem.channels), keeping: table)
    }
  }
}
