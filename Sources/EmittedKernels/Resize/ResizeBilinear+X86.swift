import MachineCode
import TensorKernels

extension MachineResizeBilinear {
  package static func x86(_: Void) -> [UInt8]? {
    var code = X86Assembler()
    BilinearResizeEmitter().emit(&code)
    return code.finished()
  }
}

/// Emits the routine of a ``MachineResizeBilinear``.
private struct BilinearResizeEmitter {
  private typealias Header = MachineResizeBilinear.Header
  private typealias Column = MachineResizeBilinear.Column

  private let arguments = X86ArgumentRegisters<MachineResizeBilinear.Arguments>()
  private let registers: X86RegisterFile
  private let channels: RowLoop
  private let channelCount: X86GeneralRegister
  private let column: X86GeneralRegister, columnsLeft: X86GeneralRegister
  /// The neighbors of an output pixel: left and right, in the upper and in the lower row.
  private let upper: (left: X86GeneralRegister, right: X86GeneralRegister)
  private let lower: (left: X86GeneralRegister, right: X86GeneralRegister)

  private let pixels: [X86VectorRegister]
  private let horizontal: X86VectorRegister, vertical: X86VectorRegister

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    let index = registers.general()
    channelCount = registers.general()
    let (wholeCount, restCount) = (registers.general(), registers.general())
    (column, columnsLeft) = (registers.general(), registers.general())
    upper = (registers.general(), registers.general())
    lower = (registers.general(), registers.general())
    pixels = registers.vectors(4)
    let high = registers.highVectors(3)
    (vertical, horizontal) = (high[0], high[1])
    channels = RowLoop(index: index, wholeCount: wholeCount, restCount: restCount, mask: high[2])
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    let (table, output) = (arguments[\.table], arguments[\.output])
    code.enter(registers)
    code.vbroadcastss(vertical, X86Memory(arguments[\.fraction]))
    code.mov(channelCount, X86Memory(table, \Header.channelCount))
    channels.begin(&code, length: channelCount, masks: \Header.masks.clear, in: table)
    code.lea(column, X86Memory(table, MemoryLayout<Header>.stride))
    for (isInner, count) in [(true, \Header.innerColumnCount), (false, \Header.outerColumnCount)] {
      let end = code.label()
      code.mov(columnsLeft, X86Memory(table, count))
      code.test(columnsLeft, columnsLeft)
      code.jump(.equal, end)
      let nextColumn = code.here()
      emitAddresses(&code, \.left, upper.left, lower.left)
      emitAddresses(&code, \.right, upper.right, lower.right)
      code.vbroadcastss(horizontal, X86Memory(column, \Column.fraction))
      channels.emit(&code) { code, isRest in
        let neighbors = [upper.left, upper.right, lower.left, lower.right], isMasked = isRest && !isInner
        for row in [0, 2] {
          for i in [row, row + 1] { channels.load(&code, pixels[i], neighbors[i], isMasked: isMasked) }
          emitMix(&code, pixels[row], pixels[row + 1], horizontal)
        }
        emitMix(&code, pixels[0], pixels[2], vertical)
        channels.store(&code, output, pixels[0], isMasked: isMasked)
      }
      code.lea(output, X86Memory(output, index: channelCount, scale: 4))
      code.add(column, MemoryLayout<Column>.stride)
      code.sub(columnsLeft, 1)
      code.jump(.notEqual, nextColumn)
      code.bind(end)
    }
    code.leave(registers)
  }

  /// The addresses of a column's neighbor in both rows.
  private func emitAddresses(
    _ code: inout X86Assembler, _ neighbor: PartialKeyPath<Column>, _ upper: X86GeneralRegister,
    _ lower: X86GeneralRegister
  ) {
    let offset = channels.index
    code.mov(offset, X86Memory(column, neighbor))
    code.lea(upper, X86Memory(arguments[\.upperRow], index: offset, scale: 1))
    code.lea(lower, X86Memory(arguments[\.lowerRow], index: offset, scale: 1))
  }

  /// `first += (second − first) · fraction`, with each operation rounded, like portable vectors.
  private func emitMix(
    _ code: inout X86Assembler, _ first: X86VectorRegister, _ second: X86VectorRegister, _ fraction: X86VectorRegister
  ) {
    code.vsubps(second, second, first)
    code.vmulps(second, second, fraction)
    code.vaddps(first, first, second)
  }
}
