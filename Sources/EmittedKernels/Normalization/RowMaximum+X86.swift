import MachineCode
import TensorKernels

/// Emits the maximum of a row.
struct RowMaximumEmitter {
  let loop: RowLoop
  /// The result, broadcast.
  let largest: X86VectorRegister
  let value: X86VectorRegister, other: X86VectorRegister

  /// Emits the loop over a row.
  ///
  /// - Parameter lowest: eight lanes of −∞, the result for a row of NaNs.
  func emit(_ code: inout X86Assembler, of row: X86GeneralRegister, lowest: X86Memory) {
    code.vmovups(largest, lowest)
    loop.emitWide(&code) { code, offset, isMasked in
      loop.load(&code, value, row, at: offset, isMasked: isMasked)
      if isMasked {
        code.vmovups(other, lowest)
        code.vblendvps(value, other, value, mask: loop.mask)
      }
      // `vmaxps` returns the second operand for NaN, so NaN is ignored.
      code.vmaxps(largest, value, largest)
    }
    code.combineLanes(of: largest, spare: other) { code, result, left, right in code.vmaxps(result, left, right) }
  }
}
