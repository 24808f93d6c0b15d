import MachineCode

extension X86Emitter {
  static func int16Rows(depth: Int) -> [UInt8]? {
    var code = X86Assembler()
    Int16RowEmitter(depth: depth).emit(&code)
    return code.finished()
  }
}

/// Emits the code that converts rows into scratch (``Int16Row``): eight at a time, whose largest magnitudes are the
/// lanes of one vector, and those that are left one by one.
private struct Int16RowEmitter {
  private typealias Constants = MachineInt16MatrixMultiply.Constants

  private let depth: Int
  /// The width of most of a row; the rest is converted in 256 bits.
  private let width: VectorWidth
  private let registers: X86RegisterFile
  /// The arguments; input advances from row to row.
  private let input: X86GeneralRegister, scratch: X86GeneralRegister, count: X86GeneralRegister
  private let constants: X86GeneralRegister
  /// The next converted row, and the place of its scales among those of the eight.
  private let row: X86GeneralRegister, scales: X86GeneralRegister
  /// The next values of the row and of the converted one; the iterations left over them, and over rows.
  private let source: X86GeneralRegister, target: X86GeneralRegister
  private let iterationsLeft: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let magnitudeMask: X86VectorRegister, tailMask: X86VectorRegister
  private let largestOfAll: X86VectorRegister, largest: [X86VectorRegister], values: [X86VectorRegister]

  init(depth: Int) {
    self.depth = depth
    width = MachineCodeSupport.integerProducts.width
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.ConversionArguments>()
    (input, scratch) = (arguments[\.input], arguments[\.scratch])
    (count, constants) = (arguments[\.count], arguments[\.constants])
    var registers = X86RegisterFile(arguments: arguments.all)
    (row, scales) = (registers.general(), registers.general())
    (source, target) = (registers.general(), registers.general())
    (iterationsLeft, rowsLeft) = (registers.general(), registers.general())
    (magnitudeMask, tailMask, largestOfAll) = (registers.vector(), registers.vector(), registers.vector())
    largest = registers.vectors(8)
    values = registers.vectors(4)
    self.registers = registers
  }

  /// Lanes of the last vector, if it is not whole.
  private var tail: Int { depth % 8 }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    code.lea(row, X86Memory(scratch, Int16Row.statusByteCount))
    code.vectorWidth = width
    code.vbroadcastss(magnitudeMask, X86Memory(constants, \Constants.magnitudeMask))
    code.vectorWidth = .bits256
    if tail > 0 {
      code.vmovups(tailMask, X86Memory(constants, (\Constants.tailMasks.clear).byteOffset - tail * 4))
    }
    code.vxorps(largestOfAll, largestOfAll, largestOfAll)
    for rows in [8, 1] {
      let end = code.label()
      code.cmp(count, rows)
      code.jump(.less, end)
      let next = code.here()
      emitLargest(&code, rows)
      emitScales(&code)
      emitValues(&code, rows)
      code.sub(count, rows)
      code.cmp(count, rows)
      code.jump(.greaterOrEqual, next)
      code.bind(end)
    }
    code.vmovups(X86Memory(scratch), largestOfAll)
    code.leave(registers)
  }

  /// Repeats code for `total` vectors, `unroll` at a time. The code gets the index of its vector from where the
  /// registers point to, which `advance` moves by a number of vectors.
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

  /// The largest magnitudes of some rows, in the lanes of the first register; zero in the lanes of other rows.
  private func emitLargest(_ code: inout X86Assembler, _ rows: Int) {
    func place(_ row: Int) -> X86Memory { X86Memory(source, row * depth * 4) }
    func emitVectors(_ code: inout X86Assembler, total: Int) {
      emitLoop(&code, total: total, unroll: rows == 1 ? 8 : 2) { code, index in
        for row in 0..<rows {
          let value = values[row % values.count]
          code.vandps(value, magnitudeMask, place(row).advanced(by: index * code.vectorWidth.byteCount))
          code.vpmaxsd(largest[row], largest[row], value)
        }
      } advance: { code, count in
        code.add(source, count * code.vectorWidth.byteCount)
      }
    }
    code.mov(source, input)
    for register in largest { code.vxorps(register, register, register) }
    if width == .bits512, depth >= 16 {
      code.vectorWidth = .bits512
      emitVectors(&code, total: depth / 16)
      for row in 0..<rows {
        let upper = values[row % values.count]
        code.vextracti32x8(low: upper, largest[row], 1)
        code.vpmaxsd(largest[row], largest[row], upper)
      }
      code.vectorWidth = .bits256
    }
    emitVectors(&code, total: (width == .bits512 ? depth % 16 : depth) / 8)
    for row in 0..<rows where tail > 0 {
      let value = values[row % values.count]
      code.vmaskmovps(value, mask: tailMask, place(row))
      code.vandps(value, value, X86Memory(constants, \Constants.magnitudeMask))
      code.vpmaxsd(largest[row], largest[row], value)
    }
    // Each join leaves half as many vectors, with the lanes of twice as many rows.
    func join(_ first: Int, _ second: Int, _ orders: (UInt8, UInt8)) {
      let (left, right, other) = (largest[first], largest[second], values[0])
      code.vshufps(other, left, right, orders.0)
      code.vshufps(left, left, right, orders.1)
      code.vpmaxsd(left, left, other)
    }
    for first in [0, 2, 4, 6] { join(first, first + 1, (0b01_00_01_00, 0b11_10_11_10)) }
    for first in [0, 4] { join(first, first + 2, (0b10_00_10_00, 0b11_01_11_01)) }
    code.vperm2f128(values[0], largest[0], largest[4], 0x20)
    code.vperm2f128(largest[0], largest[0], largest[4], 0x31)
    code.vpmaxsd(largest[0], largest[0], values[0])
    code.vpmaxsd(largestOfAll, largestOfAll, largest[0])
  }

  /// The scales of eight rows, stored before the rows.
  private func emitScales(_ code: inout X86Assembler) {
    let (all, scale) = (largest[0], largest[1])
    code.vmaxps(all, all, X86Memory(constants, \Constants.smallestMagnitude))
    code.vmovups(scale, X86Memory(constants, \Constants.largestValue))
    code.vdivps(scale, scale, all)
    code.vmovups(X86Memory(scratch, Int16Row.inversesOffset), scale)
    code.vmulps(scale, all, X86Memory(constants, \Constants.scaleOfOne))
    code.vmovups(X86Memory(scratch, Int16Row.scalesOffset), scale)
  }

  /// Some converted rows: sixteen values at a time, the last ones with zeros.
  private func emitValues(_ code: inout X86Assembler, _ rows: Int) {
    code.mov(scales, scratch)
    code.mov(rowsLeft, rows)
    let nextRow = code.here()
    let (inverse, scale) = (largest[0], largest[1])
    code.vbroadcastss(scale, X86Memory(scales, Int16Row.scalesOffset))
    code.vmovups(X86Memory(row), scale)
    code.lea(target, X86Memory(row, Int16Row.scaleByteCount))
    code.vectorWidth = width
    code.vbroadcastss(inverse, X86Memory(scales, Int16Row.inversesOffset))
    emitLoop(&code, total: depth / 16, unroll: 4) { code, index in
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
    let rest = depth % 16
    if rest > 0 {
      let (low, high) = (values[0], values[1])
      code.vxorps(high, high, high)
      emitLoad(&code, low, inverse, lanes: min(rest, 8), X86Memory(input))
      if rest > 8 { emitLoad(&code, high, inverse, lanes: rest - 8, X86Memory(input, 32)) }
      emitStore(&code, low, high, X86Memory(target))
      code.add(input, rest * 4)
    }
    code.add(row, Int16Row.byteCount(depth: depth))
    code.add(scales, 4)
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
  }

  /// Values times the inverse of a scale.
  private func emitLoad(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ inverse: X86VectorRegister, lanes: Int,
    _ source: X86Memory
  ) {
    guard lanes < 8 else { return code.vmulps(value, inverse, source) }
    code.vmaskmovps(value, mask: tailMask, source)
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
}
