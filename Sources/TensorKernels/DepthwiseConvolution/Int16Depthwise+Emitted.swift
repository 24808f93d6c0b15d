import MachineCode

/// Int16 depthwise convolution emitted for its sizes: a call computes some output rows.
final class MachineInt16Depthwise: EmittedDepthwiseKernel, EmittedCode {
  let rows: DepthwiseRows

  /// Sizes for which code is short and displacements fit; at least one group of channels.
  static func hasSupportedSizes(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return problem.channels >= 16 && problem.channels < 1 << 20 && window.inputWidth < 1 << 12
      && window.outputWidth < 1 << 12 && window.inputWidth * problem.channels < 1 << 24
      && window.outputWidth * problem.channels < 1 << 24 && window.outputWidth > 0 && window.outputHeight > 0
      && window.inputWidth > 0 && window.inputHeight > 0 && window.strideX <= 16 && window.strideY <= 16
      && window.paddingLeft < 1 << 12
  }

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && Architecture.current == .x86 && hasSupportedSizes(problem)
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
