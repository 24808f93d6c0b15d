import MachineCode
import TensorKernels

extension Int16Band: EmittedCode {
  package static func x86(_ band: Int16Band) -> [UInt8]? {
    var code = X86Assembler()
    Int16BandEmitter(band).emit(&code)
    return code.finished()
  }
}

/// Emits the code that converts rows of a picture into a band (``Int16Band``).
private struct Int16BandEmitter {
  private let band: Int16Band
  private let registers: X86RegisterFile
  /// The arguments; row and count advance.
  private let header: X86GeneralRegister, row: X86GeneralRegister, count: X86GeneralRegister
  private let rowsLeft: X86GeneralRegister
  private let values: Int16ValueEmitter

  init(_ band: Int16Band) {
    self.band = band
    let arguments = X86ArgumentRegisters<MachineInt16Convolution.ConversionArguments>()
    (header, row, count) = (arguments[\.header], arguments[\.target], arguments[\.count])
    var registers = X86RegisterFile(arguments: arguments.all)
    rowsLeft = registers.general()
    values = Int16ValueEmitter(input: arguments[\.input], constants: arguments[\.constants], &registers)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    values.emitStart(&code)
    code.mov(values.source, values.input)
    code.mov(rowsLeft, count)
    let scale = values.emitScale(&code) { code in
      let next = code.here()
      values.emitLargest(&code, count: band.rowLength)
      code.sub(rowsLeft, 1)
      code.jump(.notEqual, next)
    }
    code.vmovups(X86Memory(header, Int16Row.statusByteCount), scale)
    code.vmovups(X86Memory(header), values.largestOfAll)
    let next = code.here()
    emitZeros(&code, band.zerosBefore)
    code.lea(values.target, X86Memory(row, band.leftByteCount))
    values.emitValues(&code, count: band.rowLength, scale: X86Memory(header, Int16Row.statusByteCount))
    emitZeros(&code, band.zerosAfter)
    code.add(row, band.rowByteCount)
    code.sub(count, 1)
    code.jump(.notEqual, next)
    code.leave(registers)
  }

  private func emitZeros(_ code: inout X86Assembler, _ places: StrideTo<Int>) {
    let zeros = values.emitZeros(&code)
    for place in places { code.vmovups(X86Memory(row, place), zeros) }
  }
}
