import MachineCode
import TensorKernels

extension MachinePooling {
  /// Eight pixels × four channels of floats at a time; nil for bytes.
  static func arm64(_ problem: Pooling.Problem) -> [UInt8]? {
    guard case .floats(let lower, let upper) = problem.elements else { return nil }
    typealias Constants = MachinePooling.Constants
    let arguments = ARM64ArgumentRegisters<MachinePooling.Arguments>()
    let (constants, output) = (arguments[\.constants], arguments[\.output])
    var registers = ARM64RegisterFile(arguments: arguments.all)
    let row = registers.general()
    // Groups of channels left, and byte offset of the current one in a pixel.
    let (groupsLeft, offset) = (registers.general(), registers.general())
    let results = registers.vectors(8), inputs = registers.vectors(8)
    let (lowest, highest, chosen) = (registers.vector(), registers.vector(), registers.vector())

    let window = problem.window
    let pixel = problem.channels * 4
    var code = ARM64Assembler()
    code.enter(registers)
    code.ldr(q: lowest, ARM64Memory(constants, \Constants.lower))
    code.ldr(q: highest, ARM64Memory(constants, \Constants.upper))
    for first in stride(from: 0, to: window.outputWidth, by: results.count) {
      let results = results.prefix(window.outputWidth - first)
      code.mov(groupsLeft, problem.channels / 4)
      code.mov(offset, 0)
      let nextGroup = code.here()
      for result in results { code.ldr(q: result, ARM64Memory(constants, \Constants.start)) }
      for ky in 0..<window.filterHeight {
        code.ldr(row, ARM64Memory(arguments[\.rows], ky * AlignedBuffer.pointerByteCount))
        code.add(row, row, offset)
        for (o, result) in results.enumerated() {
          for kx in window.columnTaps(first + o) {
            let input = inputs[(o + kx) % inputs.count]
            let memory = code.reachable(ARM64Memory(row, (window.firstColumn(first + o) + kx) * pixel))
            code.ldr(q: input, memory)
            // NaN in the window is ignored.
            code.raise(result, to: input, chosen: chosen)
          }
        }
      }
      if lower > -.infinity || upper < .infinity {
        for result in results {
          code.raise(result, to: lowest, chosen: chosen)
          code.lower(result, to: highest, chosen: chosen)
        }
      }
      code.add(row, output, offset)
      for (o, result) in results.enumerated() {
        let memory = code.reachable(ARM64Memory(row, (first + o) * pixel))
        code.str(q: result, memory)
      }
      code.add(offset, offset, 16)
      code.subs(groupsLeft, groupsLeft, 1)
      code.b(.notEqual, nextGroup)
    }
    code.leave(registers)
    return code.finished()
  }
}
