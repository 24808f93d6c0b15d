import MachineCode
import TensorKernels

extension MachinePooling {
  /// Eight pixels × a vector of channels at a time, of at least as many channels as a vector has.
  static func x86(_ problem: Pooling.Problem) -> [UInt8]? {
    typealias Constants = MachinePooling.Constants
    let arguments = X86ArgumentRegisters<MachinePooling.Arguments>()
    let (constants, output) = (arguments[\.constants], arguments[\.output])
    var registers = X86RegisterFile(arguments: arguments.all)
    let row = registers.general()
    // Vectors of channels left, and byte offset of the current one in a pixel.
    let (vectorsLeft, offset) = (registers.general(), registers.general())
    let results = registers.vectors(8), inputs = registers.vectors(8)
    let (window, pixel) = (problem.window, problem.pixelByteCount)
    // 512-bit byte instructions need the same extension (AVX512BW) as products.
    let isWide = problem.element != .float32 && ByteRowKernel.hasProducts && pixel.isMultiple(of: 64)
    let vectorByteCount = isWide ? 64 : 32

    // Where no whole vectors are left, the last one overlaps the one before.
    var runs = [(offset: 0, vectorCount: pixel / vectorByteCount)]
    if !pixel.isMultiple(of: vectorByteCount) { runs.append((pixel - vectorByteCount, 1)) }

    var code = X86Assembler()
    code.enter(registers)
    for first in stride(from: 0, to: window.outputWidth, by: results.count) {
      let results = results.prefix(window.outputWidth - first)
      for run in runs {
        code.mov(vectorsLeft, run.vectorCount)
        code.mov(offset, run.offset)
        let nextVector = code.here()
        code.vectorWidth = isWide ? .bits512 : .bits256
        if case .floats = problem.elements {
          for result in results { code.vmovups(result, X86Memory(constants, \Constants.start)) }
        }
        for ky in 0..<window.filterHeight {
          code.mov(row, X86Memory(arguments[\.rows], ky * AlignedBuffer.pointerByteCount))
          for (o, result) in results.enumerated() {
            let taps = window.columnTaps(first + o)
            for kx in taps {
              let place = X86Memory(row, index: offset, scale: 1, (window.firstColumn(first + o) + kx) * pixel)
              switch (problem.elements, problem.operation) {
              case (.bytes, _) where ky == 0 && kx == taps.lowerBound: code.vmovups(result, place)
              case (.bytes(let range), _): code.emitLargest(result, place, isSigned: range.isSigned)
              case (.floats, .average): code.vaddps(result, result, place)
              case (.floats, _):
                let input = inputs[(o + kx) % inputs.count]
                code.vmovups(input, place)
                // `vmaxps` returns the second operand for NaN, so NaN in the window is ignored.
                code.vmaxps(result, input, result)
              }
            }
          }
        }
        if problem.operation == .average {
          for (o, result) in results.enumerated() {
            code.vbroadcastss(inputs[o], X86Memory(arguments[\.counts], (first + o) * 4))
            code.vdivps(result, result, inputs[o])
          }
        }
        let lower = X86Memory(constants, \Constants.lower), upper = X86Memory(constants, \Constants.upper)
        switch problem.elements {
        case .floats(-.infinity, .infinity): break
        case .floats:
          code.vmovups(inputs[0], lower)
          code.vmovups(inputs[1], upper)
          for result in results {
            code.vmaxps(result, inputs[0], result)
            code.vminps(result, inputs[1], result)
          }
        case .bytes(let range) where range.hasLimits:
          for result in results {
            code.emitLargest(result, lower, isSigned: range.isSigned)
            if range.isSigned { code.vpminsb(result, result, upper) } else { code.vpminub(result, result, upper) }
          }
        case .bytes: break
        }
        for (o, result) in results.enumerated() {
          code.vmovups(X86Memory(output, index: offset, scale: 1, (first + o) * pixel), result)
        }
        code.vectorWidth = .bits256
        code.add(offset, vectorByteCount)
        code.sub(vectorsLeft, 1)
        code.jump(.notEqual, nextVector)
      }
    }
    code.leave(registers)
    return code.finished()
  }
}

extension X86Assembler {
  /// The larger ones of bytes and those in memory.
  fileprivate mutating func emitLargest(_ result: X86VectorRegister, _ other: X86Memory, isSigned: Bool) {
    if isSigned { vpmaxsb(result, result, other) } else { vpmaxub(result, result, other) }
  }
}
