import MachineCode
import TensorKernels

extension MachineReduction {
  package static func arm64(_: Void) -> EmittedRoutines<Reduction.Operation>? {
    let emitter = ARM64ReductionEmitter()
    var code = ARM64Assembler()
    var offsets: [(name: Reduction.Operation, offset: Int)] = []
    for operation in [Reduction.Operation.sum, .mean, .maximum, .minimum, .product] {
      offsets.append((operation, code.byteCount))
      emitter.emit(&code, operation)
    }
    return EmittedRoutines(code: code.finished(), offsets: offsets)
  }
}

/// Emits the routines of a ``MachineReduction``: 32 columns at a time, then four, then one.
private struct ARM64ReductionEmitter {
  private typealias Constants = MachineReduction.Constants

  private let registers: ARM64RegisterFile
  private let input: ARM64GeneralRegister, output: ARM64GeneralRegister, constants: ARM64GeneralRegister
  private let outerLeft: ARM64GeneralRegister
  /// The next row of the current columns, and the number of rows left.
  private let row: ARM64GeneralRegister, rowsLeft: ARM64GeneralRegister
  private let reducedCount: ARM64GeneralRegister, innerCount: ARM64GeneralRegister
  private let columnsLeft: ARM64GeneralRegister
  private let step: ARM64GeneralRegister

  private let sums: [ARM64VectorRegister], elements: [ARM64VectorRegister]
  private let start: ARM64VectorRegister, reciprocal: ARM64VectorRegister, chosen: ARM64VectorRegister

  init() {
    let arguments = ARM64ArgumentRegisters<MachineReduction.Arguments>()
    (input, output) = (arguments[\.input], arguments[\.output])
    (constants, outerLeft) = (arguments[\.constants], arguments[\.outerCount])
    var registers = ARM64RegisterFile(arguments: arguments.all)
    (row, rowsLeft) = (registers.general(), registers.general())
    (reducedCount, innerCount) = (registers.general(), registers.general())
    (columnsLeft, step) = (registers.general(), registers.general())
    (sums, elements) = (registers.vectors(8), registers.vectors(8))
    (start, reciprocal, chosen) = (registers.vector(), registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout ARM64Assembler, _ operation: Reduction.Operation) {
    code.enter(registers)
    code.ldr(q: start, ARM64Memory(constants, \Constants.start))
    code.ldr(q: reciprocal, ARM64Memory(constants, \Constants.reciprocal))
    code.ldr(reducedCount, ARM64Memory(constants, \Constants.reducedCount))
    code.ldr(innerCount, ARM64Memory(constants, \Constants.innerCount))
    let nextOuter = code.here()
    code.mov(columnsLeft, innerCount)
    for (vectors, lanes) in [(8, 4), (1, 4), (1, 1)] {
      let (next, end) = (code.here(), code.label())
      code.cmp(columnsLeft, vectors * lanes)
      code.b(.less, end)
      emitColumns(&code, operation, vectors: vectors, lanes: lanes)
      code.sub(columnsLeft, columnsLeft, vectors * lanes)
      code.b(next)
      code.bind(end)
    }
    // The input is after the first row of this outer element: skip its other rows.
    code.ldr(step, ARM64Memory(constants, \Constants.otherRowsByteCount))
    code.add(input, input, step)
    code.subs(outerLeft, outerLeft, 1)
    code.b(.notEqual, nextOuter)
    code.leave(registers)
  }

  /// All rows of some columns. Advances input and output past these columns.
  private func emitColumns(
    _ code: inout ARM64Assembler, _ operation: Reduction.Operation, vectors: Int, lanes: Int
  ) {
    let sums = sums.prefix(vectors)
    for sum in sums { code.mov(sum, start) }
    code.mov(row, input)
    code.mov(rowsLeft, reducedCount)
    let (next, end) = (code.label(), code.label())
    code.bind(next)
    code.cmp(rowsLeft, 0)
    code.b(.lessOrEqual, end)
    for (i, (sum, element)) in zip(sums, elements).enumerated() {
      code.load(element, ARM64Memory(row, 16 * i), lanes: lanes)
      switch operation {
      case .sum, .mean: code.fadd(sum, sum, element)
      // A NaN never becomes the result.
      case .maximum: code.raise(sum, to: element, chosen: chosen)
      case .minimum: code.lower(sum, to: element, chosen: chosen)
      case .product: code.fmul(sum, sum, element)
      }
    }
    code.add(row, row, innerCount, shift: 2)
    code.sub(rowsLeft, rowsLeft, 1)
    code.b(next)
    code.bind(end)
    for (i, sum) in sums.enumerated() {
      if operation == .mean { code.fmul(sum, sum, reciprocal) }
      code.store(ARM64Memory(output, 16 * i), sum, lanes: lanes)
    }
    code.add(input, input, vectors * lanes * 4)
    code.add(output, output, vectors * lanes * 4)
  }
}
