import MachineCode
import TensorKernels

/// Emitted depthwise code, of which a call computes some output rows, with its constants. Rows outside the picture are
/// zeros.
struct DepthwiseRows: Sendable {
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let weights: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
  }

  /// Code for some neighboring output rows.
  struct Code: Sendable {
    let memory: ExecutableMemory
    /// The input rows that it reads, relative to the first output row's first tap.
    let rowOffsets: [Int]
  }

  private let window: Window2D
  private let batch: Int
  /// Output rows of a call, fewer where the picture ends.
  let rowsPerCall: Int
  /// In floats.
  private let inputStride: Int, outputStride: Int
  private let packed: AlignedBuffer, zeros: AlignedBuffer
  /// The code for whole calls, and for a picture's last rows.
  private let code: Code, lastCode: Code

  /// - Parameters:
  ///   - packed: the constants.
  ///   - code: emits the code for some rows; nil if the system refuses the pages.
  init?(
    _ problem: DepthwiseConvolution.Problem, rowsPerCall: Int, packed: AlignedBuffer, code: (_ rows: Int) -> Code?
  ) {
    (window, batch) = (problem.window, problem.batch)
    (self.rowsPerCall, self.packed) = (rowsPerCall, packed)
    inputStride = window.inputWidth * problem.channels * problem.element.byteCount / 4
    outputStride = window.outputWidth * problem.channels * problem.element.byteCount / 4
    zeros = AlignedBuffer(zeros: inputStride)
    guard let whole = code(rowsPerCall),
      let last = window.outputHeight.isMultiple(of: rowsPerCall) ? whole : code(window.outputHeight % rowsPerCall)
    else { return nil }
    (self.code, lastCode) = (whole, last)
  }

  private var unitsPerPicture: Int { (window.outputHeight + rowsPerCall - 1) / rowsPerCall }
  var unitCount: Int { batch * unitsPerPicture }
  var memory: [any KernelMemory] { [packed, zeros, code.memory, lastCode.memory] }
  var heldByteCount: Int { zeros.count * MemoryLayout<Float>.stride }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall] {
    guard let lastUnit = units.last else { return [] }
    var calls: [KernelCall] = []
    for picture in units.lowerBound / unitsPerPicture...lastUnit / unitsPerPicture {
      let first = picture * unitsPerPicture
      let parts = units.clamped(to: first..<first + unitsPerPicture)
      let y = (parts.lowerBound - first) * rowsPerCall
      let end = min((parts.upperBound - first) * rowsPerCall, window.outputHeight)
      let pixels = operands.input(0) + picture * window.inputHeight * inputStride
      calls += self.calls(
        rows: y..<end, input: PictureRows(start: pixels, rowStride: inputStride),
        output: operands.output() + (picture * window.outputHeight + y) * outputStride)
    }
    return calls
  }

  /// The calls for some output rows, from a multiple of ``rowsPerCall`` on.
  func calls(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [KernelCall] {
    let callCount = (rows.count + rowsPerCall - 1) / rowsPerCall
    let pointersPerCall = max(code.rowOffsets.count, lastCode.rowOffsets.count)
    let table = AlignedBuffer(pointers: callCount * pointersPerCall)
    return (0..<callCount).map { index in
      let y = rows.lowerBound + index * rowsPerCall
      let code = y + rowsPerCall <= window.outputHeight ? self.code : lastCode
      for place in code.rowOffsets.indices {
        let row = window.firstRow(y) + code.rowOffsets[place]
        table.setPointer(
          index * pointersPerCall + place,
          to: row >= 0 && row < window.inputHeight ? input[row] : UnsafePointer(zeros.pointer))
      }
      return EmittedFunction<Arguments>(code.memory).call(
        Arguments(
          rows: table.pointers(from: index * pointersPerCall), weights: packed.pointer,
          output: output + (y - rows.lowerBound) * outputStride), keeping: table)
    }
  }
}

protocol EmittedDepthwiseKernel: DepthwiseConvolutionKernel, DepthwiseRowKernel {
  var rows: DepthwiseRows { get }
}

extension EmittedDepthwiseKernel {
  var unitCount: Int { rows.unitCount }
  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { rows.memory }
  var heldByteCount: Int { rows.heldByteCount }
  var rowsPerCall: Int { rows.rowsPerCall }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    KernelCall.run(units) { rows.calls(units: $0, operands) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? { rows.calls(units: units, operands) }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    for call in self.rows.calls(rows: rows, input: input, output: output) { call.run() }
  }

  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [KernelCall]? {
    self.rows.calls(rows: rows, input: input, output: output)
  }
}
