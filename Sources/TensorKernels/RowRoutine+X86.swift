import MachineCode

/// The arguments of a ``RowRoutine`` that calls functions of the system, in registers that those preserve.
struct X86KeptArguments {
  private typealias Arguments = RowRoutine.Arguments

  private let arguments = X86ArgumentRegisters<Arguments>()
  let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  /// The number of rows left, the current one included.
  let rows: X86GeneralRegister
  let length: X86GeneralRegister

  /// Takes five registers.
  init(_ registers: inout X86RegisterFile) {
    (input, output, constants) = (registers.keptGeneral(), registers.keptGeneral(), registers.keptGeneral())
    (rows, length) = (registers.keptGeneral(), registers.keptGeneral())
  }

  /// All registers of a routine.
  static var free: X86RegisterFile { X86RegisterFile(arguments: X86ArgumentRegisters<Arguments>().all) }

  /// A loop whose registers are those in which the arguments come, and the next vector register.
  ///
  /// A called function may change them: ``RowLoop/begin(_:length:masks:in:)`` sets them again.
  func loop(_ registers: inout X86RegisterFile) -> RowLoop {
    RowLoop(
      index: arguments[\.input], wholeCount: arguments[\.output], restCount: arguments[\.constants],
      mask: registers.vector())
  }

  /// Emits `body` for each row: the arguments are copied before the first one, and input and output advance by a row
  /// after each.
  func emitRows(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    code.mov(input, arguments[\.input])
    code.mov(output, arguments[\.output])
    code.mov(constants, arguments[\.constants])
    code.mov(rows, arguments[\.rows])
    code.mov(length, arguments[\.length])
    let nextRow = code.here()
    body(&code)
    code.lea(input, X86Memory(input, index: length, scale: 4))
    code.lea(output, X86Memory(output, index: length, scale: 4))
    code.sub(rows, 1)
    code.jump(.notEqual, nextRow)
  }
}
