import MachineCode

/// Maximum pooling emitted for its sizes: a call computes one output row, eight pixels × eight channels at a time.
///
/// The code leaves out columns outside the input. A row outside is replaced at run time by a row inside: a value that
/// counts twice does not change a maximum.
struct MachineMaxPooling: UnitKernel {
  /// The arguments of the code.
  struct Arguments {
    /// Addresses of the input rows under the window.
    let rows: UnsafeRawPointer
    let constants: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
  }

  /// The constants of the code: the initial value of a maximum, and the limits of the fused activation.
  struct Constants {
    let lowest = Lanes(repeating: -.infinity)
    let lower: Lanes, upper: Lanes
  }

  private let problem: Pooling.Problem
  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer

  static func supports(_ problem: Pooling.Problem) -> Bool {
    let window = problem.window
    return MachineCodeSupport.obstacle == nil && problem.operation == .maximum && problem.channels > 0
      && problem.channels.isMultiple(of: 8) && window.filterHeight * window.filterWidth <= 81 && window.strideX <= 16
      && window.paddingLeft < 1 << 12 && window.inputWidth * problem.channels < 1 << 24
      && window.outputWidth * problem.channels < 1 << 24 && window.outputWidth <= 1 << 10
      && (0..<window.outputHeight).allSatisfy { !window.rowTaps($0).isEmpty }
  }

  /// Nil if the system refuses the pages.
  init?(_ problem: Pooling.Problem, _ allocator: CodeAllocator) {
    guard let emitted = CurrentEmitter.type?.maxPooling(problem),
      let code = allocator.allocate(emitted, name: "max-pooling")
    else { return nil }
    self.problem = problem
    self.code = code
    function = EmittedFunction(code)
    constants = AlignedBuffer(
      Constants(lower: Lanes(repeating: problem.lower), upper: Lanes(repeating: problem.upper)))
  }

  var unitCount: Int { problem.rowCount }
  var elementsPerUnit: Int? { problem.rowLength }
  var memory: [any KernelMemory] { [code, constants] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    EmittedCall.run(units) { calls(rows: $0, input: operands.input(0), output: operands.output()) }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    calls(rows: units, input: operands.input(0), output: operands.output())
  }

  /// The calls that compute some output rows, counted over all pictures.
  private func calls(
    rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    let window = problem.window
    let rowStride = window.inputWidth * problem.channels
    let table = AlignedBuffer(pointers: rows.count * window.filterHeight)
    return rows.enumerated().map { index, line in
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * rowStride
      let inside = window.rowTaps(y)
      for ky in 0..<window.filterHeight {
        let tap = min(max(ky, inside.lowerBound), inside.upperBound - 1)
        table.setPointer(
          index * window.filterHeight + ky, to: pixels + (window.firstRow(y) + tap) * rowStride)
      }
      return function.call(
        Arguments(
          rows: table.pointers(from: index * window.filterHeight), constants: constants.pointer,
          output: output + line * window.outputWidth * problem.channels), keeping: table)
    }
  }
}
