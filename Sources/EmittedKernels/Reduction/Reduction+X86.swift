import MachineCode
import TensorKernels

extension MachineReduction {
  package static func x86(_: Void) -> EmittedRoutines<Reduction.Operation>? {
    let emitter = ReductionEmitter()
    return EmittedRoutines([Reduction.Operation.sum, .mean, .maximum, .minimum, .product]) { code, operation in
      emitter.emit(&code, operation)
    }
  }
}

/// Emits the routines of a ``MachineReduction``: 32 columns at a time, then eight, then the remainder.
private struct ReductionEmitter {
  private typealias Constants = MachineReduction.Constants

  private let registers: X86RegisterFile
  private let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister,
    outerLeft: X86GeneralRegister
  /// The next row of the current columns, and the number of rows left.
  private let row: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let reducedCount: X86GeneralRegister, innerCount: X86GeneralRegister
  /// The number of columns left for whole vectors.
  private let columnsLeft: X86GeneralRegister
  private let columns: RowLoop

  private let sums: [X86VectorRegister], element: X86VectorRegister, start: X86VectorRegister

  init() {
    let arguments = X86ArgumentRegisters<MachineReduction.Arguments>()
    (input, output) = (arguments[\.input], arguments[\.output])
    (constants, outerLeft) = (arguments[\.constants], arguments[\.outerCount])
    var registers = X86RegisterFile(arguments: arguments.all)
    row = registers.general()
    (reducedCount, innerCount) = (registers.general(), registers.general())
    let (wholeCount, restCount) = (registers.general(), registers.general())
    (rowsLeft, columnsLeft) = (registers.general(), registers.general())
    sums = registers.vectors(4)
    element = registers.vector()
    let high = registers.highVectors(2)
    start = high[1]
    columns = RowLoop(index: row, wholeCount: wholeCount, restCount: restCount, mask: high[0])
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler, _ operation: Reduction.Operation) {
    code.enter(registers)
    code.vmovups(start, X86Memory(constants, \Constants.start))
    code.mov(reducedCount, X86Memory(constants, \Constants.reducedCount))
    code.mov(innerCount, X86Memory(constants, \Constants.innerCount))
    columns.begin(&code, length: innerCount, masks: \Constants.masks.clear, in: constants)
    let nextOuter = code.here()
    code.mov(columnsLeft, columns.wholeCount)
    let (narrow, rest, end) = (code.label(), code.label(), code.label())
    let nextWide = code.here()
    code.cmp(columnsLeft, 32)
    code.jump(.less, narrow)
    emitColumns(&code, operation, vectors: 4, isMasked: false)
    code.sub(columnsLeft, 32)
    code.jmp(nextWide)
    code.bind(narrow)
    let nextNarrow = code.here()
    code.test(columnsLeft, columnsLeft)
    code.jump(.equal, rest)
    emitColumns(&code, operation, vectors: 1, isMasked: false)
    code.sub(columnsLeft, 8)
    code.jmp(nextNarrow)
    code.bind(rest)
    code.test(columns.restCount, columns.restCount)
    code.jump(.equal, end)
    emitColumns(&code, operation, vectors: 1, isMasked: true)
    code.bind(end)
    // The input is after the first row of this outer element: skip its other rows.
    code.add(input, X86Memory(constants, \Constants.otherRowsByteCount))
    code.sub(outerLeft, 1)
    code.jump(.notEqual, nextOuter)
    code.leave(registers)
  }

  /// All rows of some columns. Advances input and output past these columns.
  private func emitColumns(
    _ code: inout X86Assembler, _ operation: Reduction.Operation, vectors: Int, isMasked: Bool
  ) {
    let sums = sums.prefix(vectors)
    for sum in sums { code.vmovups(sum, X86Memory(constants, \Constants.start)) }
    code.mov(row, input)
    code.mov(rowsLeft, reducedCount)
    let (next, end) = (code.label(), code.label())
    code.bind(next)
    code.cmp(rowsLeft, 0)
    code.jump(.lessOrEqual, end)
    for (i, sum) in sums.enumerated() {
      columns.load(&code, element, X86Memory(row, 32 * i), isMasked: isMasked)
      switch operation {
      case .sum, .mean: code.vaddps(sum, sum, element)
      // If either operand is NaN, the instruction gives the second one, so a NaN never becomes the result.
      case .maximum: code.vmaxps(sum, element, sum)
      case .minimum: code.vminps(sum, element, sum)
      case .product: code.vmulps(sum, sum, element)
      }
    }
    code.lea(row, X86Memory(row, index: innerCount, scale: 4))
    code.sub(rowsLeft, 1)
    code.jmp(next)
    code.bind(end)
    for (i, sum) in sums.enumerated() {
      if operation == .mean { code.vmulps(sum, sum, X86Memory(constants, \Constants.reciprocal)) }
      columns.store(&code, X86Memory(output, 32 * i), sum, isMasked: isMasked)
    }
    if isMasked {
      code.mov(row, 0)
      code.sub(row, columns.restCount)
      code.lea(input, X86Memory(input, index: row, scale: 4))
      code.lea(output, X86Memory(output, index: row, scale: 4))
    } else {
      code.add(input, 32 * vectors)
      code.add(output, 32 * vectors)
    }
  }
}
