import MachineCode
import TensorKernels

/// A matrix product emitted for its sizes, with sums of rows × vectors of columns in registers (``MatrixPanels``).
///
/// For each panel of columns, tile of rows and k, the code loads the panel's weights, broadcasts one input per row,
/// multiplies and adds. Depth, strides and activation are constants in the code.
final class MachineMatrixMultiply: RowProductKernel, EmittedCode {
  struct Arguments {
    let input: UnsafePointer<Float>
    let panels: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let rows: Int
    /// Bytes from an output to its addend.
    let addendDistance: Int
    /// For a panel whose halves are converted before its tiles.
    let scratch: UnsafeMutablePointer<Float>
  }

  let rowsPerUnit: Int
  /// Floats for a panel's weights, if they are converted before its tiles.
  let scratchCount: Int
  private let problem: MatrixMultiply.Problem
  private let blocks: MatrixRowBlocks
  private let code: ExecutableMemory
  private let packed: AlignedBuffer
  private let function: EmittedFunction<Arguments>

  /// Displacements must fit in 32 bits, and unrolled code is limited.
  static func supports(_ problem: MatrixMultiply.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && problem.depth > 0 && problem.columns > 0 && problem.rows > 0
      && problem.segmentLength <= 1 << 12 | (problem.segmentCount == 1 ? 1 << 22 : 0)
      && problem.segmentStride < 1 << 26 && problem.inputStride < 1 << 22 && problem.outputStride < 1 << 22
      && problem.depth < 1 << 22
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ allocator: CodeAllocator) {
    let panels = MatrixPanels(problem, MachineCodeSupport.floatProducts)
    rowsPerUnit = panels.rowsPerUnit
    self.problem = problem
    let layout = MatrixLayout(
      problem: problem, panels: panels, epilogue: weights.epilogue,
      holdsHalves: weights.halves != nil && MatrixLayout.keepsHalves(problem, panels))
    blocks = MatrixRowBlocks(problem, rowsPerUnit: rowsPerUnit, convertsPanels: layout.usesScratch)
    scratchCount = layout.scratchCount
    packed = layout.pack(weights)
    let code = allocator.code(for: layout.identity, name: "matrix-multiply") {
      Self.emitted(layout)
    }
    guard let code else { return nil }
    self.code = code
    function = EmittedFunction(code)
  }

  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { [packed, code] }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    blocks.forEach(0..<rows) { function(arguments($0, input, addend, output, scratch)) }
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [KernelCall]? {
    var calls: [KernelCall] = []
    blocks.forEach(0..<rows) { calls.append(function.call(arguments($0, input, addend, output, scratch))) }
    return calls
  }

  private func arguments(
    _ rows: Range<Int>, _ input: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
  ) -> Arguments {
    var addendDistance = 0
    if let addend { addendDistance = UnsafeRawPointer(addend) - UnsafeRawPointer(output) }
    return Arguments(
      input: input + rows.lowerBound * problem.inputStride, panels: packed.pointer,
      output: output + rows.lowerBound * problem.outputStride, rows: rows.count, addendDistance: addendDistance,
      scratch: scratch)
  }
}
