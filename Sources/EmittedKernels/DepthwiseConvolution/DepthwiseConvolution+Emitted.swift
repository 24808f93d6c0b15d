import MachineCode
import TensorKernels

/// A depthwise convolution emitted for its sizes: a call computes some output rows.
///
/// A ``DepthwiseTile`` is in registers at a time. The code omits columns outside the input; rows outside are zeros at
/// run time.
final class MachineDepthwiseConvolution: EmittedDepthwiseKernel, EmittedCode {
  private let problem: DepthwiseConvolution.Problem
  let rows: DepthwiseRows

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return MachineCodeSupport.obstacle == nil && problem.multiplier == 1 && problem.channels >= 8
      // On x86-64, the last group may compute channels of the one before again.
      && (problem.channels.isMultiple(of: 8) || Architecture.current == .x86)
      && window.filterHeight * window.filterWidth <= 81
      && window.inputWidth * problem.channels < 1 << 24 && window.outputWidth * problem.channels < 1 << 24
      && window.outputWidth > 0 && window.outputHeight > 0 && window.inputWidth > 0 && window.inputHeight > 0
      && window.strideX <= 16 && window.dilationX <= 16 && window.paddingLeft < 1 << 12
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights, _ code: CodeAllocator) {
    self.problem = problem
    let tile = DepthwiseTile(problem, MachineCodeSupport.floatProducts)
    let epilogue = EmittedEpilogue(epilogue: weights.epilogue, width: tile.width)
    var layout = DepthwiseLayout(problem: problem, epilogue: epilogue, tile: tile, rows: tile.rows)
    let rows = DepthwiseRows(problem, rowsPerCall: tile.rows, packed: layout.pack(weights)) { rows in
      layout.rows = rows
      return code.code(for: layout.identity, name: "depthwise-convolution") {
        Self.emitted(layout)
      }.map { DepthwiseRows.Code(memory: $0, rowOffsets: layout.rowOffsets) }
    }
    guard let rows else { return nil }
    self.rows = rows
  }

  var elementsPerUnit: Int? { rowsPerCall * problem.window.outputWidth * problem.channels }
}
