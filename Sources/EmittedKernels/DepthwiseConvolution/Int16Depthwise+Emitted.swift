import MachineCode
import TensorKernels

/// Int16 depthwise convolution emitted for its sizes: a call computes some output rows.
final class MachineInt16Depthwise: EmittedDepthwiseKernel, EmittedCode {
  let rows: DepthwiseRows

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && Architecture.current == .x86 && problem.hasInt16Sizes
  }

  /// Packs the weights and emits the code; nil if the system refuses the pages.
  init?(_ problem: DepthwiseConvolution.Problem, _ weights: Int16DepthwiseWeights, _ code: CodeAllocator) {
    let rowsPerCall = Int16DepthwiseLayout.tile(problem.window).rows
    var layout = Int16DepthwiseLayout(problem, rows: rowsPerCall)
    let rows = DepthwiseRows(problem, rowsPerCall: rowsPerCall, packed: layout.pack(weights)) { rows in
      layout.rows = rows
      return code.code(for: layout.identity, name: "int16-depthwise-convolution") {
        Self.emitted(layout)
      }.map { DepthwiseRows.Code(memory: $0, rowOffsets: layout.rowOffsets) }
    }
    guard let rows else { return nil }
    self.rows = rows
  }
}
