import MachineCode
import TensorKernels

/// The arguments of a ``RowRoutine`` that calls functions of the system, in callee-saved registers.
struct X86KeptArguments {
  private typealias Arguments = RowRoutine.Arguments

  private let arguments = X86ArgumentRegisters<Arguments>()
  let input: X86GeneralRegister, output: X86GeneralRegister, constants: X86GeneralRegister
  /// The number of rows left, including the current one.
  let rows: X86GeneralRegister
  let length: X86GeneralRegister

  /// Takes five registers.
  init(_ registers: inout X86RegisterFile) {
    (input, output, constants) = (registers.calleeSaved(), registers.calleeSaved(), registers.calleeSaved())
    (rows, length) = (registers.calleeSaved(), registers.calleeSaved())
  }

  static var free: X86RegisterFile { X86RegisterFile(arguments: X86ArgumentRegisters<Arguments>().all) }

  /// A loop that reuses the argument registers, and takes a vector register.
  ///
  /// Called functions may clobber them: ``RowLoop/begin(_:length:masks:in:)`` sets them again.
  func loop(_ registers: inout X86RegisterFile) -> RowLoop {
    RowLoop(
      index: arguments[\.input], wholeCount: arguments[\.output], restCount: arguments[\.constants],
      mask: registers.vector())
  }

  /// Emits a loop of `body` over the rows, which copies the arguments first and advances input and output after each
  /// row.
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
