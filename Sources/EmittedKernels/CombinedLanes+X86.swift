import MachineCode
import TensorKernels

extension X86Assembler {
  /// Reduces all lanes, and broadcasts the result.
  mutating func combineLanes(
    of lanes: X86VectorRegister, spare: X86VectorRegister,
    _ combine: (
      _ code: inout X86Assembler, _ result: X86VectorRegister, _ left: X86VectorRegister, _ right: X86VectorRegister
    ) -> Void
  ) {
    vperm2f128(spare, lanes, lanes, 1)
    combine(&self, lanes, spare, lanes)
    for order in [0x4E, 0xB1] as [UInt8] {
      vshufps(spare, lanes, lanes, order)
      combine(&self, lanes, spare, lanes)
    }
  }
}
