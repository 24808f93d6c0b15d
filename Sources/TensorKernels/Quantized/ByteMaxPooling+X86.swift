import MachineCode

extension MachineByteMaxPooling {
  /// Eight pixels × a vector of channels at a time.
  static func x86(_ problem: ByteMaxPooling.Problem) -> [UInt8]? {
    typealias Constants = MachineByteMaxPooling.Constants
    let arguments = X86ArgumentRegisters<MachineByteMaxPooling.Arguments>()
    let (constants, output) = (arguments[\.constants], arguments[\.output])
    var registers = X86RegisterFile(arguments: arguments.all)
    let row = registers.general()
    // Vectors of channels left, and byte offset of the current one in a pixel.
    let (vectorsLeft, offset) = (registers.general(), registers.general())
    let all = registers.vectors(8)
    // 512-bit byte instructions need the same extension (AVX512BW) as products.
    let isWide = ByteRowKernel.hasProducts && problem.channels.isMultiple(of: 64)
    let byteCount = isWide ? 64 : 32

    let (window, pixel) = (problem.window, problem.channels)
    var code = X86Assembler()
    func emitLargest(_ code: inout X86Assembler, _ result: X86VectorRegister, _ other: X86Memory) {
      if problem.range.isSigned {
        code.vpmaxsb(result, result, other)
      } else {
        code.vpmaxub(result, result, other)
      }
    }
    code.enter(registers)
    for first in stride(from: 0, to: window.outputWidth, by: all.count) {
      let results = all.prefix(window.outputWidth - first)
      code.mov(vectorsLeft, problem.channels / byteCount)
      code.mov(offset, 0)
      let nextVector = code.here()
      code.vectorWidth = isWide ? .bits512 : .bits256
      for ky in 0..<window.filterHeight {
        code.mov(row, X86Memory(arguments[\.rows], ky * AlignedBuffer.pointerByteCount))
        for (o, result) in results.enumerated() {
          let taps = window.columnTaps(first + o)
          for kx in taps {
            let place = X86Memory(row, index: offset, scale: 1, (window.firstColumn(first + o) + kx) * pixel)
            if ky == 0, kx == taps.lowerBound {
              code.vmovups(result, place)
            } else {
              emitLargest(&code, result, place)
            }
          }
        }
      }
      for (o, result) in results.enumerated() {
        if problem.range.hasLimits {
          emitLargest(&code, result, X86Memory(constants, \Constants.lower))
          let upper = X86Memory(constants, \Constants.upper)
          if problem.range.isSigned { code.vpminsb(result, result, upper) } else { code.vpminub(result, result, upper) }
        }
        code.vmovups(X86Memory(output, index: offset, scale: 1, (first + o) * pixel), result)
      }
      code.vectorWidth = .bits256
      code.add(offset, byteCount)
      code.sub(vectorsLeft, 1)
      code.jump(.notEqual, nextVector)
    }
    code.leave(registers)
    return code.finished()
  }
}
