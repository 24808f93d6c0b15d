import MachineCode

extension YUVCode {
  static func arm64(_ format: YUVImage.Format) -> [UInt8]? {
    var emitter = ARM64YUVEmitter(format: format)
    emitter.emit()
    return emitter.code.finished()
  }
}

/// Emits the code of a `YUVCode`: the two halves of a group of eight pixels one after the other.
private struct ARM64YUVEmitter {
  typealias Arguments = YUVCode.Arguments

  let format: YUVImage.Format
  var code = ARM64Assembler()

  private let registers: ARM64RegisterFile
  private let arguments: ARM64GeneralRegister
  private let luma: ARM64GeneralRegister, u: ARM64GeneralRegister, v: ARM64GeneralRegister
  private let output: ARM64GeneralRegister, target: ARM64GeneralRegister
  private let row: ARM64GeneralRegister, rowCount: ARM64GeneralRegister
  private let pair: ARM64GeneralRegister, pairCount: ARM64GeneralRegister
  private let scratch: ARM64GeneralRegister

  /// Loaded bytes of luma, U and V, some of which may be the same.
  private let samples: [ARM64VectorRegister]
  /// Luma, U and V of four pixels, in lanes of 32 bits; then red, green and blue.
  private let y: ARM64VectorRegister, chromaU: ARM64VectorRegister, chromaV: ARM64VectorRegister
  private let red: ARM64VectorRegister, green: ARM64VectorRegister, blue: ARM64VectorRegister
  /// The lane orders of both halves.
  private let orders: [(y: ARM64VectorRegister, u: ARM64VectorRegister, v: ARM64VectorRegister)]
  private let factors: Factors
  private let zero: ARM64VectorRegister, most: ARM64VectorRegister, alpha: ARM64VectorRegister

  /// Factors of the samples, and what is added to the sums.
  private struct Factors {
    let luma, redV, greenU, greenV, blueU, redOffset, greenOffset, blueOffset: ARM64VectorRegister
  }

  init(format: YUVImage.Format) {
    self.format = format
    arguments = ARM64ArgumentRegisters<YUVCode.Call>()[\.arguments]
    var registers = ARM64RegisterFile(arguments: [arguments], allVectors: true)
    scratch = registers.general()
    (luma, u, v) = (registers.general(), registers.general(), registers.general())
    (output, target) = (registers.general(), registers.general())
    (row, rowCount) = (registers.general(), registers.general())
    (pair, pairCount) = (registers.general(), registers.general())
    samples = registers.vectors(3)
    (y, chromaU, chromaV) = (registers.vector(), registers.vector(), registers.vector())
    (red, green, blue) = (registers.vector(), registers.vector(), registers.vector())
    let lanes = registers.vectors(6)
    orders = [(lanes[0], lanes[1], lanes[2]), (lanes[3], lanes[4], lanes[5])]
    let numbers = registers.vectors(8)
    factors = Factors(
      luma: numbers[0], redV: numbers[1], greenU: numbers[2], greenV: numbers[3], blueU: numbers[4],
      redOffset: numbers[5], greenOffset: numbers[6], blueOffset: numbers[7])
    (zero, most, alpha) = (registers.vector(), registers.vector(), registers.vector())
    self.registers = registers
  }

  mutating func emit() {
    code.enter(registers)
    code.ldr(luma, argument(\.luma))
    code.ldr(u, argument(\.u))
    code.ldr(v, argument(\.v))
    code.ldr(output, argument(\.output))
    code.ldr(rowCount, argument(\.height))
    code.ldr(pairCount, argument(\.pairCount))
    emitConstants()
    code.mov(row, 0)

    let nextRow = code.here()
    code.mov(pair, 0)
    code.mov(target, output)
    let nextGroup = code.here()
    let sources = emitLoads()
    for order in orders { emitHalf(sources, order) }
    code.add(pair, pair, 4)
    code.cmp(pair, pairCount)
    code.b(.less, nextGroup)

    emitAdvance(luma, \.lumaStride)
    emitAdvance(output, \.outputStride)
    code.add(row, row, 1)
    let keepsChroma = code.label()
    if format.sharesChromaRows {
      code.ubfx(scratch, row, 0, 1)
      code.cbnz(scratch, keepsChroma)
    }
    emitAdvance(u, \.uStride)
    emitAdvance(v, \.vStride)
    code.bind(keepsChroma)
    code.cmp(row, rowCount)
    code.b(.less, nextRow)
    code.leave(registers)
  }

  @inline(__always)
  private func argument(_ member: PartialKeyPath<Arguments>) -> ARM64Memory { ARM64Memory(arguments, member) }

  private mutating func emitAdvance(_ place: ARM64GeneralRegister, _ stride: PartialKeyPath<Arguments>) {
    code.ldr(scratch, argument(stride))
    code.add(place, place, scratch)
  }

  /// Loads what stays the same. A pair of factors of 16 bits becomes two of 32 bits.
  private mutating func emitConstants() {
    for (index, order) in orders.enumerated() {
      code.ldr(q: order.y, argument(\.lumaOrder).advanced(by: 16 * index))
      code.ldr(q: order.u, argument(\.uOrder).advanced(by: 16 * index))
      code.ldr(q: order.v, argument(\.vOrder).advanced(by: 16 * index))
    }
    let pairs: [(ARM64VectorRegister, PartialKeyPath<Arguments>)] = [
      (factors.redV, \.red), (factors.greenU, \.green), (factors.greenV, \.greenV), (factors.blueU, \.blue),
    ]
    for (factor, pair) in pairs {
      code.ldr(q: factor, argument(pair))
      code.sshr(factor, factor, 16)
    }
    code.ldr(q: factors.luma, argument(\.red))
    code.shl(factors.luma, factors.luma, 16)
    code.sshr(factors.luma, factors.luma, 16)
    let others: [(ARM64VectorRegister, PartialKeyPath<Arguments>)] = [
      (factors.redOffset, \.redOffset), (factors.greenOffset, \.greenOffset),
      (factors.blueOffset, \.blueOffset), (most, \.most), (alpha, \.alpha),
    ]
    for (register, member) in others { code.ldr(q: register, argument(member)) }
    code.movi(zero, 0)
  }

  /// Four pixels.
  private mutating func emitHalf(
    _ sources: (luma: ARM64VectorRegister, u: ARM64VectorRegister, v: ARM64VectorRegister),
    _ order: (y: ARM64VectorRegister, u: ARM64VectorRegister, v: ARM64VectorRegister)
  ) {
    code.tbl(y, sources.luma, order.y)
    code.tbl(chromaU, sources.u, order.u)
    code.tbl(chromaV, sources.v, order.v)
    // The orders put chroma into the upper half of a lane.
    code.ushr(chromaU, chromaU, 16)
    code.ushr(chromaV, chromaV, 16)

    code.mul(y, y, factors.luma)
    code.add(red, y, factors.redOffset)
    code.mla(red, chromaV, factors.redV)
    code.add(green, y, factors.greenOffset)
    code.mla(green, chromaU, factors.greenU)
    code.mla(green, chromaV, factors.greenV)
    code.add(blue, y, factors.blueOffset)
    code.mla(blue, chromaU, factors.blueU)
    for channel in [red, green, blue] {
      code.sshr(channel, channel, Int(YUVFactors.shift))
      code.smax(channel, channel, zero)
      code.smin(channel, channel, most)
    }
    code.shl(green, green, 8)
    code.shl(blue, blue, 16)
    code.orr(red, red, green)
    code.orr(blue, blue, alpha)
    code.orr(red, red, blue)
    code.str(q: red, target, post: 16)
  }

  /// Loads the samples of eight pixels; no byte beyond them.
  private mutating func emitLoads() -> (luma: ARM64VectorRegister, u: ARM64VectorRegister, v: ARM64VectorRegister) {
    let (first, second, third) = (samples[0], samples[1], samples[2])
    switch format {
    case .nv12:
      code.ldr(d: first, at(luma, 2))
      code.ldr(d: second, at(u, 2))
      return (first, second, second)
    case .i420, .i422:
      code.ldr(d: first, at(luma, 2))
      code.ldr(s: second, at(u, 1))
      code.ldr(s: third, at(v, 1))
      return (first, second, third)
    case .i444:
      code.ldr(d: first, at(luma, 2))
      code.ldr(d: second, at(u, 2))
      code.ldr(d: third, at(v, 2))
      return (first, second, third)
    case .yuyv:
      code.ldr(q: first, at(luma, 4))
      return (first, first, first)
    }
  }

  /// The samples of the current pair of pixels, which takes this many bytes.
  private mutating func at(_ plane: ARM64GeneralRegister, _ byteCount: Int) -> ARM64Memory {
    code.add(scratch, plane, pair, shift: byteCount.trailingZeroBitCount)
    return ARM64Memory(scratch)
  }
}
