import MachineCode

extension YUVCode {
  static func x86(_ format: YUVImage.Format) -> [UInt8]? {
    var emitter = YUVEmitter(format: format)
    emitter.emit()
    return emitter.code.finished()
  }
}

/// Emits the code of a `YUVCode`.
private struct YUVEmitter: ~Copyable {
  typealias Arguments = YUVCode.Arguments

  let format: YUVImage.Format
  var code = X86Assembler()

  private let registers: X86RegisterFile
  private let arguments: X86GeneralRegister
  private let luma: X86GeneralRegister, u: X86GeneralRegister, v: X86GeneralRegister, output: X86GeneralRegister
  private let row: X86GeneralRegister, pair: X86GeneralRegister, pairCount: X86GeneralRegister
  private let scratch: X86GeneralRegister

  private let samples: [X86VectorRegister], sums: [X86VectorRegister]
  private let red: X86VectorRegister, green: X86VectorRegister, greenV: X86VectorRegister, blue: X86VectorRegister
  private let zero: X86VectorRegister

  init(format: YUVImage.Format) {
    self.format = format
    arguments = X86ArgumentRegisters<YUVCode.Call>()[\.arguments]
    var registers = X86RegisterFile(arguments: [arguments])
    scratch = registers.general()
    (luma, u, v) = (registers.general(), registers.general(), registers.general())
    (output, row) = (registers.general(), registers.general())
    (pair, pairCount) = (registers.general(), registers.general())
    samples = registers.vectors(3)
    sums = registers.vectors(5)
    let high = registers.highVectors(5)
    (zero, blue, greenV, green, red) = (high[0], high[1], high[2], high[3], high[4])
    self.registers = registers
  }

  mutating func emit() {
    code.enter(registers)
    code.mov(luma, argument(\.luma))
    code.mov(u, argument(\.u))
    code.mov(v, argument(\.v))
    code.mov(output, argument(\.output))
    code.mov(pairCount, argument(\.pairCount))
    code.vmovups(red, argument(\.red))
    code.vmovups(green, argument(\.green))
    code.vmovups(greenV, argument(\.greenV))
    code.vmovups(blue, argument(\.blue))
    code.vxorps(zero, zero, zero)
    code.mov(row, 0)

    let nextRow = code.here()
    code.mov(pair, 0)
    let nextGroup = code.here()
    emitGroup()
    code.add(pair, 4)
    code.cmp(pair, pairCount)
    code.jump(.less, nextGroup)

    code.add(luma, argument(\.lumaStride))
    code.add(output, argument(\.outputStride))
    code.add(row, 1)
    if format.sharesChromaRows {
      let isOdd = code.label()
      code.mov(scratch, row)
      code.and(scratch, 1)
      code.jump(.notEqual, isOdd)
      code.add(u, argument(\.uStride))
      code.add(v, argument(\.vStride))
      code.bind(isOdd)
    } else {
      code.add(u, argument(\.uStride))
      code.add(v, argument(\.vStride))
    }
    code.mov(scratch, argument(\.height))
    code.cmp(row, scratch)
    code.jump(.less, nextRow)
    code.leave(registers)
  }

  @inline(__always)
  private func argument(_ member: PartialKeyPath<Arguments>) -> X86Memory { X86Memory(arguments, member) }

  /// Eight pixels.
  private mutating func emitGroup() {
    let (y, yu, yv, onlyV, greens) = (sums[0], sums[1], sums[2], sums[3], sums[4])
    let sources = emitLoads()
    code.vpshufb(y, sources.luma, argument(\.lumaOrder))
    code.vpshufb(yu, sources.u, argument(\.uOrder))
    code.vpshufb(onlyV, sources.v, argument(\.vOrder))
    code.vpor(yu, y, yu)
    code.vpor(yv, y, onlyV)

    code.vpmaddwd(yv, yv, red)
    code.vpmaddwd(greens, yu, green)
    code.vpmaddwd(onlyV, onlyV, greenV)
    code.vpaddd(greens, greens, onlyV)
    code.vpmaddwd(yu, yu, blue)
    let channels = [(yv, \Arguments.redOffset), (greens, \.greenOffset), (yu, \.blueOffset)]
    for (channel, offset) in channels {
      code.vpaddd(channel, channel, argument(offset))
      code.vpsrad(channel, channel, UInt8(YUVFactors.shift))
      code.vpmaxsd(channel, channel, zero)
      code.vpminsd(channel, channel, argument(\.most))
    }
    code.vpslld(greens, greens, 8)
    code.vpslld(yu, yu, 16)
    code.vpor(yv, yv, greens)
    code.vpor(yv, yv, yu)
    code.vmovups(y, argument(\.alpha))
    code.vpor(yv, yv, y)
    code.vmovups(X86Memory(output, index: pair, scale: 8), yv)
  }

  /// Loads the samples of eight pixels into both halves of registers, some of which may be the same.
  private mutating func emitLoads() -> (luma: X86VectorRegister, u: X86VectorRegister, v: X86VectorRegister) {
    let (first, second, third) = (samples[0], samples[1], samples[2])
    switch format {
    case .nv12:
      code.vbroadcastsd(first, X86Memory(luma, index: pair, scale: 2))
      code.vbroadcastsd(second, X86Memory(u, index: pair, scale: 2))
      return (first, second, second)
    case .i420, .i422:
      code.vbroadcastsd(first, X86Memory(luma, index: pair, scale: 2))
      code.vbroadcastss(second, X86Memory(u, index: pair, scale: 1))
      code.vbroadcastss(third, X86Memory(v, index: pair, scale: 1))
      return (first, second, third)
    case .i444:
      code.vbroadcastsd(first, X86Memory(luma, index: pair, scale: 2))
      code.vbroadcastsd(second, X86Memory(u, index: pair, scale: 2))
      code.vbroadcastsd(third, X86Memory(v, index: pair, scale: 2))
      return (first, second, third)
    case .yuyv:
      code.vbroadcastf128(first, X86Memory(luma, index: pair, scale: 4))
      return (first, first, first)
    }
  }
}
