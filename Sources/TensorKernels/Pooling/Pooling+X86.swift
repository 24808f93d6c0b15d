import MachineCode

extension MachinePooling {
  /// Eight pixels × eight channels at a time.
  static func x86(_ problem: Pooling.Problem) -> [UInt8]? {
    typealias Constants = MachinePooling.Constants
    let arguments = X86ArgumentRegisters<MachinePooling.Arguments>()
    let (constants, output) = (arguments[\.constants], arguments[\.output])
    var registers = X86RegisterFile(arguments: arguments.all)
    let row = registers.general()
    // Groups of channels left, and byte offset of the current one in a pixel.
    let (groupsLeft, offset) = (registers.general(), registers.general())
    let results = registers.vectors(8), inputs = registers.vectors(8)
    // Inputs are free when results are clamped.
    let (lower, upper) = (inputs[0], inputs[1])

    let window = problem.window
    let pixel = problem.channels * 4
    var code = X86Assembler()
    code.enter(registers)
    for first in stride(from: 0, to: window.outputWidth, by: results.count) {
      let results = results.prefix(window.outputWidth - first)
      code.mov(groupsLeft, problem.channels / 8)
      code.mov(offset, 0)
      let nextGroup = code.here()
      for result in results { code.vmovups(result, X86Memory(constants, \Constants.start)) }
      for ky in 0..<window.filterHeight {
        code.mov(row, X86Memory(arguments[\.rows], ky * AlignedBuffer.pointerByteCount))
        for (o, result) in results.enumerated() {
          for kx in window.columnTaps(first + o) {
            let place = X86Memory(row, index: offset, scale: 1, (window.firstColumn(first + o) + kx) * pixel)
            if problem.operation == .average {
              code.vaddps(result, result, place)
              continue
            }
            let input = inputs[(o + kx) % inputs.count]
            code.vmovups(input, place)
            // `vmaxps` returns the second operand for NaN, so NaN in the window is ignored.
            code.vmaxps(result, input, result)
          }
        }
      }
      if problem.operation == .average {
        for (o, result) in results.enumerated() {
          code.vbroadcastss(inputs[o], X86Memory(arguments[\.counts], (first + o) * 4))
          code.vdivps(result, result, inputs[o])
        }
      }
      if problem.lower > -.infinity || problem.upper < .infinity {
        code.vmovups(lower, X86Memory(constants, \Constants.lower))
        code.vmovups(upper, X86Memory(constants, \Constants.upper))
        for result in results {
          code.vmaxps(result, lower, result)
          code.vminps(result, upper, result)
        }
      }
      for (o, result) in results.enumerated() {
        code.vmovups(X86Memory(output, index: offset, scale: 1, (first + o) * pixel), result)
      }
      code.add(offset, 32)
      code.sub(groupsLeft, 1)
      code.jump(.notEqual, nextGroup)
    }
    code.leave(registers)
    return code.finished()
  }
}
