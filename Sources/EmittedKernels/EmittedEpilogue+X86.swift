import MachineCode
import TensorKernels

extension EmittedEpilogue {
  /// Emits the activation of finished sums.
  ///
  /// - Parameters:
  ///   - sums: registers, each with its vector in the group.
  ///   - header: address of the group's header.
  ///   - spare: three free registers, none of them in `sums`.
  func emit(
    _ code: inout X86Assembler, sums: [(register: X86VectorRegister, vector: Int)], header: X86GeneralRegister,
    vectors: Int,
    spare: [X86VectorRegister]
  ) {
    switch epilogue.activation {
    case .none: break
    case .clamp(let lower, let upper):
      code.vmovups(spare[0], X86Memory(header, lowerOffset(vectors: vectors)))
      code.vmovups(spare[1], X86Memory(header, upperOffset(vectors: vectors)))
      for sum in sums {
        // `vmaxps` returns the second operand for NaN, so NaN persists.
        if lower > -.infinity { code.vmaxps(sum.register, spare[0], sum.register) }
        if upper < .infinity { code.vminps(sum.register, spare[1], sum.register) }
      }
    case .slopes:
      code.vxorps(spare[0], spare[0], spare[0])
      for sum in sums {
        code.vmovups(spare[2], X86Memory(header, slopeOffset(sum.vector, vectors: vectors)))
        code.vminps(spare[1], spare[0], sum.register)
        code.vmaxps(sum.register, spare[0], sum.register)
        code.vfmadd231ps(sum.register, spare[1], spare[2])
      }
    }
  }
}
