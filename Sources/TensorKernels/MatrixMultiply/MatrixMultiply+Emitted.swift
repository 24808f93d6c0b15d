import MachineCode

/// A matrix product emitted for its sizes: tiles of rows × vectors of columns whose sums stay in registers
/// (``MatrixPanels``).
///
/// Code: for each panel of columns, for each tile of rows, for each k: load the panel's weights, broadcast one input a
/// row, multiply and add. Depth, strides and activation are constants in the code.
///
///     panel:  | header (EmittedEpilogue) | mask, in a ragged panel | k = 0: one weight a column | k = 1 … |
struct MachineMatrixMultiply: MatrixMultiplyKernel {
  private typealias Function =
    @convention(c) (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int) -> Void

  let rowsPerUnit: Int
  private let problem: MatrixMultiply.Problem
  private let rowsPerBlock: Int
  private let code: ExecutableMemory
  private let packed: AlignedBuffer
  private let function: Function

  /// Displacements are constants of 32 bits; code is not unrolled without end.
  static func supports(_ problem: MatrixMultiply.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && problem.depth > 0 && problem.columns > 0 && problem.rows > 0
      && problem.segmentLength <= 1 << 12 | (problem.segmentCount == 1 ? 1 << 22 : 0)
      && problem.segmentStride < 1 << 26 && problem.inputStride < 1 << 22 && problem.outputStride < 1 << 22
      && problem.depth < 1 << 22
  }

  /// Packs the weights and emits the code; falls back to portable vectors if the system refuses the pages.
  static func make(
    _ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ code: CodeAllocator
  ) -> any MatrixMultiplyKernel {
    MachineMatrixMultiply(problem, weights, code) ?? SIMDMatrixMultiply(problem, weights)
  }

  /// Nil if the system refuses the pages.
  init?(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ allocator: CodeAllocator) {
    let panels = MatrixPanels(problem, width: MachineCodeSupport.vectorWidth)
    rowsPerUnit = panels.rowsPerUnit
    rowsPerBlock = Self.rowsPerBlock(problem, unit: rowsPerUnit)
    self.problem = problem
    packed = Self.pack(problem, weights, panels)
    let emitted = MatrixEmitter(problem: problem, panels: panels, epilogue: weights.epilogue).emitted()
    guard let code = allocator.allocate(emitted.finished(), name: "matrix-multiply") else { return nil }
    self.code = code
    function = unsafeBitCast(code.address, to: Function.self)
  }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    let distance = addend.map { UnsafeRawPointer($0) - UnsafeRawPointer(output) } ?? 0
    var row = 0
    while row < rows {
      let count = min(rowsPerBlock, rows - row)
      function(
        input + row * problem.inputStride, packed.pointer, output + row * problem.outputStride, count, distance)
      row += count
    }
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? {
    emittedCalls(rows: rows, input: input, addend: addend, output: output)
  }

  /// The calls of ``run(rows:input:addend:output:)``.
  func emittedCalls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall] {
    let distance = addend.map { UnsafeRawPointer($0) - UnsafeRawPointer(output) } ?? 0
    return stride(from: 0, to: rows, by: rowsPerBlock).map { row in
      EmittedCall(
        EmittedFunction(code.address),
        (
          Int(bitPattern: input + row * problem.inputStride), Int(bitPattern: packed.pointer),
          Int(bitPattern: output + row * problem.outputStride), min(rowsPerBlock, rows - row), distance, 0
        ))
    }
  }

  var takesAnyRows: Bool { true }

  /// Rows that pass under all panels before the next ones do.
  ///
  /// Few enough for the first-level cache while the filter lies in the second; a large filter should pass seldom.
  private static func rowsPerBlock(_ problem: MatrixMultiply.Problem, unit: Int) -> Int {
    let budget = problem.filterIsLarge ? 256 << 10 : 16 << 10
    return max(budget / (problem.depth * 4) / unit, 1) * unit
  }

  private static func pack(
    _ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ panels: MatrixPanels
  ) -> AlignedBuffer {
    let byteCount = panels.groups.reduce(0) {
      $0 + $1.panelCount * MatrixEmitter.panelByteCount($1, problem, weights.epilogue)
    }
    let packed = AlignedBuffer(zeros: byteCount / 4)
    var panel = packed.pointer
    for group in panels.groups {
      let epilogue = EmittedEpilogue(epilogue: weights.epilogue, width: group.width)
      let width = group.columnCount
      for index in 0..<group.panelCount {
        let column = group.firstColumn + index * width
        epilogue.write(to: panel, channel: column, vectors: group.vectors)
        panel += epilogue.headerByteCount(vectors: group.vectors) / 4
        if let lanes = group.raggedLanes {
          for lane in 0..<lanes { panel[lane] = Float(bitPattern: 0xFFFF_FFFF) }
        }
        panel += group.maskByteCount / 4
        for j in 0..<min(width, problem.columns - column) {
          let source = weights.filter + (column + j) * problem.depth
          for k in 0..<problem.depth { panel[k * width + j] = source[k] }
        }
        panel += problem.depth * width
      }
    }
    return packed
  }
}
