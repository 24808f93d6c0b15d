import MachineCode

/// Emitted code of a depthwise convolution, of which a call computes some output rows, with its constants. Rows
/// outside the picture are rows of zeros.
struct DepthwiseRows: Sendable {
  /// The arguments of the code.
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let weights: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
  }

  /// Code that computes some neighboring output rows.
  struct Code: Sendable {
    let memory: ExecutableMemory
    /// The input rows that it reads, from the first tap of the first output row.
    let rowOffsets: [Int]
  }

  private let window: Window2D
  private let batch: Int
  /// Output rows of a call, fewer where the picture ends.
  let rowsPerCall: Int
  /// Floats of a row.
  private let inputStride: Int, outputStride: Int
  private let packed: AlignedBuffer, zeros: AlignedBuffer
  /// The code for the rows of a call, and for the last ones of a picture.
  private let code: Code, lastCode: Code

  /// - Parameters:
  ///   - valuesPerFloat: the values of a row that fill a float.
  ///   - packed: the constants.
  ///   - code: emits the code for some rows; nil if the system refuses the pages.
  init?(
    _ problem: DepthwiseConvolution.Problem, rowsPerCall: Int, valuesPerFloat: Int = 1, packed: AlignedBuffer,
    code: (_ rows: Int) -> Code?
  ) {
    (window, batch) = (problem.window, problem.batch)
    (self.rowsPerCall, self.packed) = (rowsPerCall, packed)
    inputStride = window.inputWidth * problem.channels / valuesPerFloat
    outputStride = window.outputWidth * problem.channels / valuesPerFloat
    zeros = AlignedBuffer(zeros: inputStride)
    guard let whole = code(rowsPerCall),
      let last = window.outputHeight.isMultiple(of: rowsPerCall) ? whole : code(window.outputHeight % rowsPerCall)
    else { return nil }
    (self.code, lastCode) = (whole, last)
  }

  /// Units of a picture: the rows of a call.
  private var unitsPerPicture: Int { (window.outputHeight + rowsPerCall - 1) / rowsPerCall }
  var unitCount: Int { batch * unitsPerPicture }
  var memory: [any KernelMemory] { [packed, zeros, code.memory, lastCode.memory] }
  var heldByteCount: Int { zeros.count * MemoryLayout<Float>.stride }

  /// The calls that compute some units.
  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    guard let lastUnit = units.last else { return [] }
    var calls: [EmittedCall] = []
    for picture in units.lowerBound / unitsPerPicture...lastUnit / unitsPerPicture {
      let first = picture * unitsPerPicture
      let parts = units.clamped(to: first..<first + unitsPerPicture)
      let y = (parts.lowerBound - first) * rowsPerCall
      let end = min((parts.upperBound - first) * rowsPerCall, window.outputHeight)
      let pixels = input + picture * window.inputHeight * inputStride
      calls += self.calls(
        rows: y..<end, input: PictureRows(start: pixels, rowStride: inputStride),
        output: output + (picture * window.outputHeight + y) * outputStride)
    }
    return calls
  }

  /// The calls that compute some output rows, the first of them a multiple of ``rowsPerCall``, of the picture whose
  /// rows `input` provides.
  func calls(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall] {
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

/// A depthwise convolution that consists of calls of emitted code.
protocol EmittedDepthwiseKernel: DepthwiseConvolutionKernel, DepthwiseRowKernel {
  var rows: DepthwiseRows { get }
}

extension EmittedDepthwiseKernel {
  var unitCount: Int { rows.unitCount }
  var memory: [any KernelMemory] { rows.memory }
  var heldByteCount: Int { rows.heldByteCount }
  var rowsPerCall: Int { rows.rowsPerCall }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    EmittedCall.run(units) { rows.calls(units: $0, input: input, output: output) }
  }

  func calls(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) -> [EmittedCall]? {
    rows.calls(units: units, input: input, output: output)
  }

  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) {
    for call in self.rows.calls(rows: rows, input: input, output: output) { call.run() }
  }

  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall]? {
    self.rows.calls(rows: rows, input: input, output: output)
  }
}
