import MachineCode
import TensorKernels

extension MachineResizeBilinear {
  package static func arm64(_: Void) -> [UInt8]? {
    var code = ARM64Assembler()
    ARM64BilinearResizeEmitter().emit(&code)
    return code.finished()
  }
}

/// Emits the routine of a ``MachineResizeBilinear``.
private struct ARM64BilinearResizeEmitter {
  private typealias Header = MachineResizeBilinear.Header
  private typealias Column = MachineResizeBilinear.Column

  private let arguments = ARM64ArgumentRegisters<MachineResizeBilinear.Arguments>()
  private let registers: ARM64RegisterFile
  private let channels: ARM64RowLoop
  private let channelCount: ARM64GeneralRegister
  private let column: ARM64GeneralRegister, columnsLeft: ARM64GeneralRegister, place: ARM64GeneralRegister
  /// The neighbors of an output pixel: left and right in the upper row, then in the lower one.
  private let neighbors: [ARM64GeneralRegister]

  private let pixels: [ARM64VectorRegister]
  private let horizontal: ARM64VectorRegister, vertical: ARM64VectorRegister

  init() {
    var registers = ARM64RegisterFile(arguments: arguments.all)
    channelCount = registers.general()
    (column, columnsLeft, place) = (registers.general(), registers.general(), registers.general())
    channels = ARM64RowLoop(&registers)
    neighbors = (0..<4).map { _ in registers.general() }
    pixels = registers.vectors(4)
    (horizontal, vertical) = (registers.vector(), registers.vector())
    self.registers = registers
  }

  func emit(_ code: inout ARM64Assembler) {
    let (table, output) = (arguments[\.table], arguments[\.output])
    code.enter(registers)
    code.ld1r(vertical, arguments[\.fraction])
    code.ldr(channelCount, ARM64Memory(table, \Header.channelCount))
    channels.begin(&code, length: channelCount)
    code.ldr(columnsLeft, ARM64Memory(table, \Header.columnCount))
    code.add(column, table, MemoryLayout<Header>.stride)
    let nextColumn = code.here()
    for (side, field) in [\Column.left, \.right].enumerated() {
      code.ldr(place, ARM64Memory(column, field))
      code.add(neighbors[side], arguments[\.upperRow], place)
      code.add(neighbors[side + 2], arguments[\.lowerRow], place)
    }
    code.add(place, column, (\Column.fraction as PartialKeyPath<Column>).byteOffset)
    code.ld1r(horizontal, place)
    channels.emit(&code) { code, part in
      for row in [0, 2] {
        for i in [row, row + 1] { channels.load(&code, pixels[i], neighbors[i], part) }
        emitMix(&code, pixels[row], pixels[row + 1], horizontal)
      }
      emitMix(&code, pixels[0], pixels[2], vertical)
      channels.store(&code, output, pixels[0], part)
    }
    code.add(output, output, channelCount, shift: 2)
    code.add(column, column, MemoryLayout<Column>.stride)
    code.subs(columnsLeft, columnsLeft, 1)
    code.b(.notEqual, nextColumn)
    code.leave(registers)
  }

  /// `first += (second − first) · fraction`, with each operation rounded, like portable vectors.
  private func emitMix(
    _ code: inout ARM64Assembler, _ first: ARM64VectorRegister, _ second: ARM64VectorRegister,
    _ fraction: ARM64VectorRegister
  ) {
    code.fsub(second, second, first)
    code.fmul(second, second, fraction)
    code.fadd(first, first, second)
  }
}
