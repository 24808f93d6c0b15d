import MachineCode
import TensorKernels

/// Emits the conversion of floats to 16-bit integers (``Int16Row``): largest magnitude, scale, and values.
struct Int16ValueEmitter {
  typealias Constants = MachineInt16MatrixMultiply.Constants

  /// The width of most values; the rest is converted in 256 bits.
  let width = MachineCodeSupport.integerProducts.width
  /// The next values to compare and to convert, and where converted ones go.
  let source: X86GeneralRegister, input: X86GeneralRegister, target: X86GeneralRegister
  private let constants: X86GeneralRegister, iterationsLeft: X86GeneralRegister
  /// The largest magnitudes over all scales, each in some lane.
  let largestOfAll: X86VectorRegister
  private let magnitudeMask: X86VectorRegister, tailMask: X86VectorRegister
  /// Largest magnitudes so far, in full vectors and in 256-bit ones for the rest.
  private let largest: [X86VectorRegister], rest: X86VectorRegister
  private let values: [X86VectorRegister], inverse: X86VectorRegister

  /// Takes three general registers.
  init(input: X86GeneralRegister, constants: X86GeneralRegister, _ registers: inout X86RegisterFile) {
    (self.input, self.constants) = (input, constants)
    (source, target, iterationsLeft) = (registers.general(), registers.general(), registers.general())
    (magnitudeMask, tailMask, largestOfAll) = (registers.vector(), registers.vector(), registers.vector())
    largest = registers.vectors(4)
    rest = registers.vector()
    values = registers.vectors(4)
    inverse = registers.vector()
  }

  func emitStart(_ code: inout X86Assembler) {
    code.vectorWidth = width
    code.vbroadcastss(magnitudeMask, X86Memory(constants, \Constants.magnitudeMask))
    code.vectorWidth = .bits256
    code.vxorps(largestOfAll, largestOfAll, largestOfAll)
  }

  /// Repeats `body` for `total` vectors, `unroll` at a time. It gets a vector's index relative to the registers, which
  /// `advance` moves by a number of vectors.
  private func emitLoop(
    _ code: inout X86Assembler, total: Int, unroll: Int, body: (inout X86Assembler, Int) -> Void,
    advance: (inout X86Assembler, Int) -> Void
  ) {
    let (iterations, rest) = total.quotientAndRemainder(dividingBy: unroll)
    guard iterations > 1 else {
      for index in 0..<total { body(&code, index) }
      return advance(&code, total)
    }
    code.mov(iterationsLeft, iterations)
    let next = code.here()
    for index in 0..<unroll { body(&code, index) }
    advance(&code, unroll)
    code.sub(iterationsLeft, 1)
    code.jump(.notEqual, next)
    for index in 0..<rest { body(&code, index) }
    advance(&code, rest)
  }

  /// Updates the largest magnitudes with the next values of the source.
  func emitLargest(_ code: inout X86Assembler, count: Int) {
    let lanes = width.laneCount
    code.vectorWidth = width
    emitLoop(&code, total: count / lanes, unroll: 8) { code, index in
      let value = values[index % values.count], largest = largest[index % largest.count]
      code.vandps(value, magnitudeMask, X86Memory(source, index * width.byteCount))
      code.vpmaxsd(largest, largest, value)
    } advance: { code, count in
      code.add(source, count * width.byteCount)
    }
    code.vectorWidth = .bits256
    for lanes in [count % lanes / 8 * 8, count % 8] where lanes > 0 {
      let value = values[0]
      if lanes == 8 {
        code.vmovups(value, X86Memory(source))
      } else {
        emitMaskedLoad(&code, value, lanes, X86Memory(source))
      }
      code.vandps(value, value, X86Memory(constants, \Constants.magnitudeMask))
      code.vpmaxsd(rest, rest, value)
      code.add(source, lanes * 4)
    }
  }

  /// Loads fewer floats than fill a register.
  private func emitMaskedLoad(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ lanes: Int, _ source: X86Memory
  ) {
    code.vmovups(tailMask, X86Memory(constants, (\Constants.tailMasks.clear).byteOffset - lanes * 4))
    code.vmaskmovps(value, mask: tailMask, source)
  }

  /// The scale, in the low half of the result, of values whose magnitudes `body` gathers; the inverse in the upper
  /// half.
  func emitScale(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) -> X86VectorRegister {
    for register in largest + [rest] { code.vxorps(register, register, register) }
    body(&code)
    code.vectorWidth = width
    code.vpmaxsd(largest[0], largest[0], largest[1])
    code.vpmaxsd(largest[2], largest[2], largest[3])
    code.vpmaxsd(largest[0], largest[0], largest[2])
    let (all, other) = (largest[0], values[0])
    if width == .bits512 {
      code.vextracti32x8(low: other, all, 1)
      code.vectorWidth = .bits256
      code.vpmaxsd(all, all, other)
    }
    code.vpmaxsd(all, all, rest)
    code.vpmaxsd(largestOfAll, largestOfAll, all)
    code.vperm2f128(other, all, all, 0x01)
    code.vpmaxsd(all, all, other)
    for order in [0b01_00_11_10, 0b10_11_00_01] as [UInt8] {
      code.vshufps(other, all, all, order)
      code.vpmaxsd(all, all, other)
    }
    code.vmaxps(all, all, X86Memory(constants, \Constants.smallestMagnitude))
    code.vmovups(inverse, X86Memory(constants, \Constants.largestValue))
    code.vdivps(inverse, inverse, all)
    code.vmulps(all, all, X86Memory(constants, \Constants.scaleOfOne))
    code.vperm2f128(all, all, inverse, 0x20)
    return all
  }

  /// Converts the next input values, sixteen at a time, zero-padded.
  ///
  /// - Parameter scale: a scale and its inverse.
  func emitValues(_ code: inout X86Assembler, count: Int, scale: X86Memory) {
    code.vectorWidth = width
    code.vbroadcastss(inverse, scale.advanced(by: Int16Row.inverseOffset))
    emitLoop(&code, total: count / 16, unroll: 4) { code, index in
      if width == .bits512 {
        let value = values[index % values.count]
        code.vmulps(value, inverse, X86Memory(input, index * 64))
        code.vcvtps2dq(value, value)
        return code.vpmovsdw(X86Memory(target, index * 32), value)
      }
      let low = values[index % 2 * 2], high = values[index % 2 * 2 + 1]
      code.vmulps(low, inverse, X86Memory(input, index * 64))
      code.vmulps(high, inverse, X86Memory(input, index * 64 + 32))
      emitStore(&code, low, high, X86Memory(target, index * 32))
    } advance: { code, count in
      code.add(input, count * 64)
      code.add(target, count * 32)
    }
    code.vectorWidth = .bits256
    let rest = count % 16
    if rest > 0 {
      let (low, high) = (values[0], values[1])
      code.vxorps(high, high, high)
      emitLoad(&code, low, lanes: min(rest, 8), X86Memory(input))
      if rest > 8 { emitLoad(&code, high, lanes: rest - 8, X86Memory(input, 32)) }
      emitStore(&code, low, high, X86Memory(target))
      code.add(input, rest * 4)
    }
  }

  /// Loads values times the inverse of the scale.
  private func emitLoad(_ code: inout X86Assembler, _ value: X86VectorRegister, lanes: Int, _ source: X86Memory) {
    guard lanes < 8 else { return code.vmulps(value, inverse, source) }
    emitMaskedLoad(&code, value, lanes, source)
    code.vmulps(value, inverse, value)
  }

  private func emitStore(
    _ code: inout X86Assembler, _ low: X86VectorRegister, _ high: X86VectorRegister, _ target: X86Memory
  ) {
    code.vcvtps2dq(low, low)
    code.vcvtps2dq(high, high)
    code.vpackssdw(low, low, high)
    // The halves of the two vectors are interleaved.
    code.vpermq(low, low, 0b11_01_10_00)
    code.vmovups(target, low)
  }

  /// A 256-bit register of zeros, until the next scale or values.
  func emitZeros(_ code: inout X86Assembler) -> X86VectorRegister {
    code.vxorps(values[0], values[0], values[0])
    return values[0]
  }
}
