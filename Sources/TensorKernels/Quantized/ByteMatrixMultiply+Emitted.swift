import MachineCode

/// The layout of a filter in panels of one or two vectors of eight columns.
///
///     panel:   | ByteRowCode.Channels of each vector | terms 0, 1 | terms 2, 3 | …
///     terms:   | n0k0 n0k1 n1k0 n1k1 … n7k0 n7k1 |   for each vector
struct ByteMatrixLayout: Sendable {
  let problem: ByteMatrixMultiply.Problem
  let groups: [Int16Layout.Group]

  /// - Precondition: columns are whole vectors, and terms are whole pairs.
  init(_ problem: ByteMatrixMultiply.Problem) {
    self.problem = problem
    groups = Int16Layout.groups(columns: problem.columns)
  }

  /// Bytes of a row that is converted to 16 bits.
  var rowByteCount: Int { problem.depth * 2 }
  /// Bytes from a panel's start to what it has for a vector.
  func channelsOffset(_ vector: Int) -> Int { vector * MemoryLayout<ByteRowCode.Channels>.stride }
  /// Bytes to its weights.
  func weightsOffset(_ group: Int16Layout.Group) -> Int { channelsOffset(group.vectors) }
  /// Bytes to the next panel.
  func byteCount(_ group: Int16Layout.Group) -> Int {
    weightsOffset(group) + problem.depth / 2 * group.vectors * 32
  }

  /// The weights in panels.
  func pack(_ weights: ByteMatrixMultiply.Weights) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: groups.reduce(0) { $0 + $1.panelCount * byteCount($1) } / 4)
    var panel = UnsafeMutableRawPointer(packed.pointer)
    for group in groups {
      for index in 0..<group.panelCount {
        let first = group.firstColumn + index * group.columnCount
        for vector in 0..<group.vectors {
          let columns = first + vector * 8..<first + vector * 8 + 8
          var bias = SIMD8<Int32>()
          for (lane, column) in columns.enumerated() { bias[lane] = weights.bias[column] }
          panel.storeBytes(
            of: ByteRowCode.Channels(bias: bias, factors: FactorLanes(weights.factors[columns])),
            toByteOffset: channelsOffset(vector), as: ByteRowCode.Channels.self)
        }
        let terms = (panel + weightsOffset(group)).assumingMemoryBound(to: Int16.self)
        Int16Layout.interleave(
          weights.filter, depth: problem.depth, columns: first..<first + group.columnCount,
          stride: group.columnCount, to: terms)
        panel += byteCount(group)
      }
    }
    return packed
  }
}

/// A product of bytes emitted for its sizes. Of each block of rows: code that converts them to 16 bits in scratch, and
/// multiplies them by all panels.
struct MachineByteMatrixMultiply: UnitKernel {
  /// The arguments of the code.
  struct Arguments {
    let input: UnsafeRawPointer
    /// Converted rows.
    let scratch: UnsafeMutablePointer<Float>
    let panels: UnsafePointer<Float>
    let output: UnsafeMutableRawPointer
    /// At least one.
    let count: Int
    let constants: UnsafePointer<Float>
  }

  /// The constants of the code.
  struct Constants {
    let inputZero: SIMD16<Int16>
    let nudge = SIMD4<Int64>(repeating: 1 << 30)
    let zeroPoint: SIMD8<Int32>, lower: SIMD8<Int32>, upper: SIMD8<Int32>

    init(_ problem: ByteMatrixMultiply.Problem) {
      inputZero = SIMD16(repeating: Int16(problem.input.zeroPoint))
      zeroPoint = SIMD8(repeating: problem.output.zeroPoint)
      (lower, upper) = (SIMD8(repeating: problem.output.lower), SIMD8(repeating: problem.output.upper))
    }
  }

  private let problem: ByteMatrixMultiply.Problem
  private let panels: AlignedBuffer, constants: AlignedBuffer
  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>

  /// x86-64 has instructions for two products at a time. Vectors and pairs are whole; a row fills at least a vector.
  static func supports(_ problem: ByteMatrixMultiply.Problem) -> Bool {
    ByteRowKernel.isAvailable && problem.rows > 0 && problem.columns > 0 && problem.columns.isMultiple(of: 8)
      && problem.columns < 1 << 20 && problem.depth >= 16 && problem.depth.isMultiple(of: 2)
      && problem.depth <= 1 << 14
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: ByteMatrixMultiply.Problem, _ weights: ByteMatrixMultiply.Weights, _ allocator: CodeAllocator) {
    let layout = ByteMatrixLayout(problem)
    guard let emitted = CurrentEmitter.type?.byteMatrixMultiply(layout),
      let code = allocator.allocate(emitted, name: "byte-matrix-multiply")
    else { return nil }
    self.problem = problem
    self.code = code
    panels = layout.pack(weights)
    constants = AlignedBuffer(Constants(problem))
    function = EmittedFunction(code)
  }

  var unitCount: Int { (problem.rows + ByteMatrixMultiply.rowsPerUnit - 1) / ByteMatrixMultiply.rowsPerUnit }
  var scratchCount: Int { (ByteMatrixMultiply.rowsPerUnit * problem.depth + 1) / 2 }
  var memory: [any KernelMemory] { [panels, constants, code] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units { call(unit, operands).run() }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    units.count < EmittedCall.mostOfOperator ? units.map { call($0, operands) } : nil
  }

  private func call(_ unit: Int, _ operands: KernelOperands) -> EmittedCall {
    let first = unit * ByteMatrixMultiply.rowsPerUnit
    return function.call(
      Arguments(
        input: operands.inputBytes(0) + first * problem.depth, scratch: operands.scratch, panels: panels.pointer,
        output: operands.outputBytes() + first * problem.columns,
        count: min(ByteMatrixMultiply.rowsPerUnit, problem.rows - first), constants: constants.pointer))
  }
}
