import MachineCode

extension X86Emitter {
  static func byteInterleaving(_ layout: InterleavedByteLayout, rows: Int, isFollowing: Bool) -> [UInt8]? {
    var code = X86Assembler()
    code.vectorWidth = .bits512
    emitInterleaving(&code, layout, rows: rows, isFollowing: isFollowing)
    return code.finished()
  }

  static func interleavedByteDepthwise(_ layout: InterleavedByteLayout) -> [UInt8]? {
    var code = X86Assembler()
    code.vectorWidth = .bits512
    emitDepthwise(&code, layout)
    return code.finished()
  }

  /// Writes pixels of the byte that stands for zero; the bytes of some rows side by side, without a sign; and such
  /// pixels again. For a following row, all bytes move by a row, and the first of the arguments has the new ones.
  private static func emitInterleaving(
    _ code: inout X86Assembler, _ layout: InterleavedByteLayout, rows: Int, isFollowing: Bool
  ) {
    typealias Arguments = InterleavedByteDepthwise.RowArguments
    typealias Constants = InterleavedByteDepthwise.Constants
    let arguments = X86ArgumentRegisters<Arguments>()
    let places = [arguments[\.row0], arguments[\.row1], arguments[\.row2], arguments[\.row3]].prefix(rows)
    let target = arguments[\.target]
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    let (index, left) = (registers.general(), registers.general())
    let (flip, zero) = (registers.vector(), registers.vector())
    let values = registers.vectors(rows)
    let (window, channels) = (layout.window, layout.channels)

    func emitZeros(_ code: inout X86Assembler, pixels: Int) {
      guard pixels > 0, !isFollowing else { return }
      code.mov(left, pixels * channels / 16)
      let next = code.here()
      code.vmovups(X86Memory(target), zero)
      code.add(target, 64)
      code.sub(left, 1)
      code.jump(.notEqual, next)
    }

    code.enter(registers)
    code.vmovups(flip, X86Memory(arguments[\.constants], \Constants.flip))
    // Bytes of further rows are zero.
    if rows < 4 { code.vpsrld(flip, flip, UInt8(32 - rows * 8)) }
    code.vmovups(zero, X86Memory(arguments[\.constants], \Constants.zero))
    emitZeros(&code, pixels: window.paddingLeft)
    if isFollowing {
      // The other bytes have no sign already.
      code.vpsrld(flip, flip, UInt8(rows * 8 - 8))
      code.vpslld(flip, flip, UInt8(rows * 8 - 8))
      code.add(target, window.paddingLeft * channels * 4)
    }
    code.mov(index, 0)
    let next = code.here()
    for (row, place) in places.enumerated() where row == 0 || !isFollowing {
      code.vpmovzxbd(values[row], X86Memory(place, index: index, scale: 1))
      if row > 0 {
        code.vpslld(values[row], values[row], UInt8(row * 8))
        code.vpor(values[0], values[0], values[row])
      }
    }
    if isFollowing, rows > 1 {
      code.vmovups(values[1], X86Memory(target, index: index, scale: 4))
      code.vpslld(values[0], values[0], UInt8(rows * 8 - 8))
      code.vpsrld(values[1], values[1], 8)
      code.vpor(values[0], values[0], values[1])
    }
    code.vxorps(values[0], values[0], flip)
    code.vmovups(X86Memory(target, index: index, scale: 4), values[0])
    code.add(index, 16)
    code.cmp(index, window.inputWidth * channels)
    code.jump(.less, next)
    if !isFollowing { code.add(target, window.inputWidth * channels * 4) }
    emitZeros(&code, pixels: layout.paddedWidth - window.paddingLeft - window.inputWidth)
    code.leave(registers)
  }

  /// An output row, sixteen channels at a time.
  private static func emitDepthwise(_ code: inout X86Assembler, _ layout: InterleavedByteLayout) {
    typealias Constants = InterleavedByteDepthwise.Constants
    typealias Channels = ByteRowCode.Channels
    let arguments = X86ArgumentRegisters<InterleavedByteDepthwise.Arguments>()
    let (rows, output) = (arguments[\.rows], arguments[\.output])
    let (weights, constants) = (arguments[\.weights], arguments[\.constants])
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    let (place, target) = (registers.general(), registers.general())
    let (pixelsLeft, blocksLeft) = (registers.general(), registers.general())
    let (sum, group, spare) = (registers.vector(), registers.vector(), registers.vector())
    let (even, odd, bias) = (registers.vector(), registers.vector(), registers.vector())
    let filter = registers.vectors(layout.weightCount)
    let (window, channels, output8) = (layout.window, layout.channels, layout.problem.output)
    let areFractions = layout.requantizing == .roundingTwiceByFractions
    let usesFloats = layout.usesFloats

    // As many constants as there are registers for, those of all blocks first.
    let ofProduct: [PartialKeyPath<Constants>] =
      usesFloats ? [\.floats.nudge, \.floats.highHalves] : [\.product.nudge, \.product.oddLanes]
    let shared = ofProduct + [\.zeroPoint, \.lower, \.upper]
    let ofBlock: [Int] =
      usesFloats
      ? [\FactorLanesInFloats.multiplier, \.oddMultiplier, \.scale].map(\.byteOffset)
      : ([\FactorLanes.multiplier, \.oddMultiplier, \.half, \.right] + (areFractions ? [] : [\.left, \.tieMask]))
        .map(\.byteOffset)
    let factorsOffset =
      usesFloats
      ? (\ByteRowCode.ChannelsInFloats.factors as PartialKeyPath).byteOffset
      : (\Channels.factors as PartialKeyPath).byteOffset
    let sharedRegisters = registers.vectors(min(shared.count, registers.freeVectorCount))
    let blockRegisters = registers.vectors(min(ofBlock.count, registers.freeVectorCount))
    func constant(_ offset: Int) -> X86VectorOperand {
      zip(shared, sharedRegisters).first { $0.0.byteOffset == offset }.map { .register($0.1) }
        ?? .memory(X86Memory(constants, offset))
    }
    /// A field of the factors.
    func factor(_ offset: Int) -> X86VectorOperand {
      zip(ofBlock, blockRegisters).first { $0.0 == offset }.map { .register($0.1) }
        ?? .memory(X86Memory(weights, factorsOffset + offset))
    }
    let product = X86ProductEmitter(even: even, odd: odd) {
      constant((\Constants.product as PartialKeyPath).byteOffset + $0.byteOffset)
    }

    code.enter(registers)
    for (field, register) in zip(shared, sharedRegisters) {
      code.vmovups(register, X86Memory(constants, field.byteOffset))
    }
    code.mov(blocksLeft, channels / 16)
    let nextBlock = code.here()
    code.vmovups(bias, X86Memory(weights, \Channels.bias))
    for (offset, register) in zip(ofBlock, blockRegisters) {
      code.vmovups(register, X86Memory(weights, factorsOffset + offset))
    }
    for (index, register) in filter.enumerated() {
      code.vmovups(register, X86Memory(weights, layout.channelsByteCount + index * 64))
    }
    code.mov(place, rows)
    code.mov(target, output)
    code.mov(pixelsLeft, window.outputWidth)
    let nextPixel = code.here()
    code.vpor(sum, bias, bias)
    // Many products that wait for each other would fill the processor's window.
    let hasTwoSums = filter.count > 4
    if hasTwoSums { code.vxorps(even, even, even) }
    for (index, register) in filter.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: window.filterWidth)
      code.vmovups(
        group, X86Memory(place, row * layout.groupByteCount + column * window.dilationX * channels * 4))
      code.vpdpbusd(hasTwoSums && index % 2 == 1 ? even : sum, group, register)
    }
    if hasTwoSums { code.vpaddd(sum, sum, even) }
    if usesFloats {
      FloatProductEmitter(even: even, odd: odd, nudge: sharedRegisters[0], highHalves: sharedRegisters[1])
        .emit(&code, sum) { factor($0.byteOffset) }
    } else {
      product.emit(&code, sum, spare: spare, areFractions: areFractions) { factor($0.byteOffset) }
    }
    code.vpaddd(sum, sum, constant((\Constants.zeroPoint as PartialKeyPath).byteOffset))
    if output8.hasLimits {
      code.vpmaxsd(sum, sum, constant((\Constants.lower as PartialKeyPath).byteOffset))
      code.vpminsd(sum, sum, constant((\Constants.upper as PartialKeyPath).byteOffset))
    }
    code.emitBytes(sum, to: X86Memory(target), isSigned: output8.isSigned, spare: spare)
    code.add(place, window.strideX * channels * 4)
    code.add(target, channels)
    code.sub(pixelsLeft, 1)
    code.jump(.notEqual, nextPixel)
    code.add(rows, 64)
    code.add(output, 16)
    code.add(weights, layout.blockByteCount)
    code.sub(blocksLeft, 1)
    code.jump(.notEqual, nextBlock)
    code.leave(registers)
  }
}
