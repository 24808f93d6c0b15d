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
    _ code: inout ARM64Assembler, sums: [(register: ARM64VectorRegister, vector: Int)], header: ARM64GeneralRegister,
    vectors: Int, spare: [ARM64VectorRegister]
  ) {
    switch epilogue.activation {
    case .none: break
    case .clamp(let lower, let upper):
      let (low, high) = (spare[0], spare[1])
      code.ldr(q: low, ARM64Memory(header, lowerOffset(vectors: vectors)))
      code.ldr(q: high, ARM64Memory(header, upperOffset(vectors: vectors)))
      for sum in sums.map(\.register) {
        if lower > -.infinity { code.raise(sum, to: low, isZero: lower == 0, chosen: spare[2]) }
        if upper < .infinity { code.lower(sum, to: high, isZero: upper == 0, chosen: spare[2]) }
      }
    case .slopes:
      let (slopes, product, chosen) = (spare[0], spare[1], spare[2])
      for vector in 0..<vectors {
        code.ldr(q: slopes, ARM64Memory(header, slopeOffset(vector, vectors: vectors)))
        for sum in sums where sum.vector == vector {
          code.fcmltZero(chosen, sum.register)
          code.fmul(product, sum.register, slopes)
          code.bit(sum.register, product, chosen)
        }
      }
    }
  }
}

extension ARM64Assembler {
  /// Clamps lanes from below. NaN persists, and so does a zero of either sign at a limit of zero, which FMAX would
  /// order.
  ///
  /// - Parameters:
  ///   - isZero: whether the limit is zero.
  ///   - chosen: a free register.
  mutating func raise(
    _ value: ARM64VectorRegister, to limit: ARM64VectorRegister, isZero: Bool = true, chosen: ARM64VectorRegister
  ) {
    if !isZero { return fmax(value, limit, value) }
    fcmgt(chosen, limit, value)
    bit(value, limit, chosen)
  }

  /// Clamps lanes from above, likewise.
  mutating func lower(
    _ value: ARM64VectorRegister, to limit: ARM64VectorRegister, isZero: Bool = true, chosen: ARM64VectorRegister
  ) {
    if !isZero { return fmin(value, limit, value) }
    fcmgt(chosen, value, limit)
    bit(value, limit, chosen)
  }

  /// Loads 1…4 floats; the other lanes become zero. Uses x16.
  mutating func load(_ target: ARM64VectorRegister, _ source: ARM64Memory, lanes: Int) {
    switch lanes {
    case 1: ldr(s: target, source)
    case 2: ldr(d: target, source)
    case 3:
      ldr(d: target, source)
      add(.x16, source.base, source.offset + 8)
      ld1(target, lane: 2, .x16)
    default: ldr(q: target, source)
    }
  }

  /// Stores the first 1…4 lanes. Uses x16.
  mutating func store(_ target: ARM64Memory, _ source: ARM64VectorRegister, lanes: Int) {
    switch lanes {
    case 1: str(s: source, target)
    case 2: str(d: source, target)
    case 3:
      str(d: source, target)
      add(.x16, target.base, target.offset + 8)
      st1(source, lane: 2, .x16)
    default: str(q: source, target)
    }
  }
}
