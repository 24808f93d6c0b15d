import MachineCode
import TensorKernels

/// Products through the code of a ``MachineMatrixMultiply``: each batch's right side is packed into panels in scratch,
/// and so is a transposed left side.
///
/// A unit is some rows of one batch. A range of units packs each batch's right side once.
final class MachineBatchMatrixMultiply: EmittedKernel {
  /// Panels of the same shape in scratch.
  private struct Group: Sendable {
    let group: MatrixPanels.Group
    /// Written before a panel's weights.
    let header: AlignedBuffer
    /// Bytes of the header, and of a panel.
    let headerByteCount: Int, byteCount: Int
  }

  /// Code that packs eight rows or columns at a time, with its constants for eight and for the remainder.
  private struct Packing: Sendable {
    let function: EmittedFunction<StripCode.Arguments>
    let whole: AlignedBuffer, rest: AlignedBuffer?

    /// Nil if no code can be emitted.
    init?(_ routine: StripCode.Routine, count: Int, rowStep: Int) {
      guard let function = StripCode.function(routine) else { return nil }
      self.function = function
      whole = AlignedBuffer(StripCode.Constants(lanes: 8, rowStep: rowStep * 4))
      rest = count % 8 > 0 ? AlignedBuffer(StripCode.Constants(lanes: count % 8, rowStep: rowStep * 4)) : nil
    }

    var memory: [any KernelMemory] { [whole] + (rest.map { [$0] } ?? []) }

    /// Packs `count` strips of up to eight lanes.
    func call(
      _ count: Int, lanes: Int, from source: UnsafePointer<Float>, step sourceStep: Int,
      to target: UnsafeMutablePointer<Float>, step targetStep: Int
    ) -> KernelCall {
      function.call(
        StripCode.Arguments(
          source: source, target: target, constants: (lanes >= 8 ? whole : rest ?? whole).pointer, count: count,
          sourceStep: sourceStep * 4, targetStep: targetStep * 4))
    }
  }

  private let problem: BatchMatrixMultiply.Problem
  private let product: MatrixMultiply.Problem
  private let function: EmittedFunction<MachineMatrixMultiply.Arguments>
  private let code: ExecutableMemory
  private let groups: [Group]
  private let right: Packing
  /// Packs a transposed left side; nil if its rows are read in place.
  private let left: Packing?
  private let rowsPerUnit: Int
  private let blocks: MatrixRowBlocks
  /// Floats of the packed right side, which the left side follows.
  private let panelsCount: Int

  /// The product of a batch, with its left rows in place or packed.
  private static func product(_ problem: BatchMatrixMultiply.Problem) -> MatrixMultiply.Problem {
    MatrixMultiply.Problem(
      rows: problem.rows, columns: problem.columns, depth: problem.depth,
      inputStride: problem.left.depthStep == 1 ? problem.left.outerStep : (problem.depth + 7) / 8 * 8)
  }

  /// Limits scratch; the last condition prevents overflow.
  static func supports(_ problem: BatchMatrixMultiply.Problem) -> Bool {
    guard MachineCodeSupport.obstacle == nil, StripCode.routines != nil,
      max(problem.rows, problem.columns, problem.depth) < 1 << 20
    else { return false }
    return problem.rowCount > 0 && MachineMatrixMultiply.supports(product(problem))
      && max(problem.rows, problem.columns) * problem.depth <= 1 << 22
  }

  /// Packing does not pay for few rows, or for few columns, which are padded to eight: the portable kernel reads the
  /// right side in place.
  static func pays(_ problem: BatchMatrixMultiply.Problem) -> Bool { problem.rows >= 4 && problem.columns >= 4 }

  /// Nil if the system refuses the pages.
  init?(_ problem: BatchMatrixMultiply.Problem, _ allocator: CodeAllocator) {
    let product = Self.product(problem)
    let panels = MatrixPanels(product, MachineCodeSupport.floatProducts)
    let layout = MatrixLayout(
      problem: product, panels: panels, epilogue: Epilogue(bias: nil, channels: product.columns, activation: .none))
    let isCopied = problem.right.outerStep == 1
    guard let emitted = MachineMatrixMultiply.emitted(layout),
      let code = allocator.allocate(emitted, name: "batch-matrix-multiply"),
      let right = Packing(
        isCopied ? .copied : .interleaved, count: product.columns, rowStep: problem.right.outerStep)
    else { return nil }
    if problem.left.depthStep != 1 {
      guard let packing = Packing(.interleaved, count: product.depth, rowStep: problem.left.depthStep) else {
        return nil
      }
      left = packing
    } else {
      left = nil
    }
    self.problem = problem
    self.product = product
    self.code = code
    self.right = right
    function = EmittedFunction(code)
    groups = panels.groups.map {
      Group(
        group: $0, header: layout.header($0, column: $0.firstColumn), headerByteCount: layout.weightsOffset($0),
        byteCount: layout.byteCount($0))
    }
    panelsCount = groups.reduce(0) { $0 + $1.group.panelCount * $1.byteCount } / 4
    rowsPerUnit = panels.rowsPerUnit
    blocks = MatrixRowBlocks(product, rowsPerUnit: rowsPerUnit)
  }

  private var unitsPerBatch: Int { problem.unitsPerBatch(rowsPerUnit) }
  var unitCount: Int { problem.rowCount / max(problem.rows, 1) * unitsPerBatch }
  var scratchCount: Int { panelsCount + (left == nil ? 0 : product.rows * product.inputStride) }
  var memory: [any KernelMemory] {
    [code] + groups.map { $0.header } + right.memory + (left?.memory ?? [])
  }

  func maxCallCount(_ units: Range<Int>) -> Int {
    let batches = (units.count + unitsPerBatch - 1) / unitsPerBatch + 1
    let packing = product.columns / 8 + 2 + (left == nil ? 0 : product.depth / 8 + 1)
    return batches * (packing + blocks.maxCount(product.rows))
  }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    guard !units.isEmpty else { return }
    forEachPanel { group, offset, _ in
      body(KernelCall.copy(group.headerByteCount / 4, from: group.header.pointer, to: operands.scratch + offset))
    }
    var packed: Int?
    problem.forEachBatch(of: units, rowsPerUnit: rowsPerUnit) { batch, rows in
      let offsets = problem.offsets(of: batch)
      if packed != offsets.right {
        pack(right: operands.input(1) + offsets.right, to: operands.scratch, body)
        packed = offsets.right
      }
      multiply(
        rows, of: operands.input(0) + offsets.left, to: operands.output() + batch * problem.rows * problem.columns,
        scratch: operands.scratch, body)
    }
  }

  /// Calls `body` with each panel's group, offset in scratch and first column.
  private func forEachPanel(_ body: (_ group: Group, _ offset: Int, _ column: Int) -> Void) {
    var offset = 0
    for group in groups {
      for panel in 0..<group.group.panelCount {
        body(group, offset, group.group.firstColumn + panel * group.group.columnCount)
        offset += group.byteCount / 4
      }
    }
  }

  private func pack(
    right side: UnsafePointer<Float>, to scratch: UnsafeMutablePointer<Float>, _ body: (KernelCall) -> Void
  ) {
    let steps = problem.right
    forEachPanel { group, offset, column in
      let weights = scratch + offset + group.headerByteCount / 4
      for strip in stride(from: 0, to: group.group.columnCount, by: 8) {
        body(
          right.call(
            problem.depth, lanes: problem.columns - column - strip, from: side + (column + strip) * steps.outerStep,
            step: steps.depthStep, to: weights + strip, step: group.group.columnCount))
      }
    }
  }

  private func multiply(
    _ rows: Range<Int>, of side: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>, _ body: (KernelCall) -> Void
  ) {
    var input = side
    if let left {
      let packed = scratch + panelsCount
      for term in stride(from: 0, to: problem.depth, by: 8) {
        body(
          left.call(
            rows.count, lanes: problem.depth - term, from: side + term * problem.left.depthStep + rows.lowerBound,
            step: 0, to: packed + rows.lowerBound * product.inputStride + term, step: product.inputStride))
      }
      input = UnsafePointer(packed)
    }
    blocks.forEach(rows) { rows in
      body(
        function.call(
          MachineMatrixMultiply.Arguments(
            input: input + rows.lowerBound * product.inputStride, panels: scratch,
            output: output + rows.lowerBound * product.outputStride, rows: rows.count, addendDistance: 0,
            scratch: scratch)))
    }
  }
}
