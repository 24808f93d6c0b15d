import MachineCode
import TensorKernels

extension ByteRowCode {
  static func x86(_ routine: Routine) -> [UInt8]? {
    var code = X86Assembler()
    if routine.function.isProduct {
      X86ByteProductEmitter(routine).emit(&code)
    } else {
      var emitter = X86ByteRowEmitter()
      emitter.emit(&code, routine)
    }
    return code.finished()
  }
}

/// Emits the routines of ``ByteRowCode``.
private struct X86ByteRowEmitter {
  private typealias Constants = ByteRowCode.Constants
  private typealias Routine = ByteRowCode.Routine

  private let arguments = X86ArgumentRegisters<ByteRowCode.Arguments>()
  private let registers: X86RegisterFile
  /// Elements done, in whole sixteens, and left over.
  private let index: X86GeneralRegister, wholeCount: X86GeneralRegister, restCount: X86GeneralRegister
  /// A byte to copy, and its index in the row and on the stack.
  private let byte: X86GeneralRegister, element: X86GeneralRegister, slotElement: X86GeneralRegister
  /// The ``ByteRowCode/Channels`` of the current elements.
  private let channels: X86GeneralRegister
  /// The operands; broadcast ones are not overwritten.
  private let x: X86VectorRegister, y: X86VectorRegister
  private let value: X86VectorRegister, other: X86VectorRegister, spare: X86VectorRegister
  private let even: X86VectorRegister, odd: X86VectorRegister
  /// Constants in registers. Not a dictionary, whose type the runtime would make.
  private var loaded: [(offset: Int, register: X86VectorRegister)] = []
  /// The width of sixteen elements, or of eight.
  private let width = MachineCodeSupport.vectorWidth == .bits512 ? VectorWidth.bits512 : .bits256
  /// Byte offset of the second half of a sixteen-channel vector.
  private static let halfByteCount = 32

  /// Stack slots for the last elements of a row: eight of at most four bytes per operand.
  private enum Slot: Int {
    case left = 0
    case right = 32
    case output = 64
    static let byteCount = 96
  }

  init() {
    var registers = X86RegisterFile(arguments: arguments.all)
    (index, wholeCount, restCount) = (registers.general(), registers.general(), registers.general())
    (byte, element, slotElement) = (registers.general(), registers.general(), registers.general())
    channels = registers.general()
    (x, y, value) = (registers.vector(), registers.vector(), registers.vector())
    (other, spare) = (registers.vector(), registers.vector())
    (even, odd) = (registers.vector(), registers.vector())
    self.registers = registers
  }

  // MARK: Constants

  private func memory(_ offset: Int) -> X86Memory { X86Memory(arguments[\.constants], offset) }

  /// A broadcast constant: a register that the code's width can encode, or memory.
  private func constant(_ width: VectorWidth, at offset: Int) -> X86VectorOperand {
    guard let register = loadedRegister(offset), width == .bits512 || lowRegisters.contains(register) else {
      return .memory(memory(offset))
    }
    return .register(register)
  }

  @inline(__always)
  private func constant(_ code: borrowing X86Assembler, _ field: PartialKeyPath<Constants>) -> X86VectorOperand {
    constant(code.vectorWidth, at: field.byteOffset)
  }

  /// The register of the constant at a byte offset, which any encoding can name.
  ///
  /// - Precondition: it is among the routine's first constants.
  private func register(_ offset: Int) -> X86VectorRegister {
    guard let register = loadedRegister(offset), lowRegisters.contains(register)
    else { preconditionFailure("the constant at \(offset) has no register") }
    return register
  }

  private func loadedRegister(_ offset: Int) -> X86VectorRegister? { loaded.first { $0.offset == offset }?.register }

  /// Registers that VEX can encode.
  private var lowRegisters: [X86VectorRegister] { (0..<16).map { X86VectorRegister($0) } }

  /// Offsets of the broadcast constants of a routine, most used first.
  private func constants(_ function: ByteRowCode.Function) -> [Int] {
    @inline(__always)
    func offset(_ field: PartialKeyPath<Constants>) -> Int { field.byteOffset }
    @inline(__always)
    func factors(_ field: PartialKeyPath<Constants>, areFractions: Bool = true) -> [Int] {
      X86ProductEmitter.factors(at: field.byteOffset, areFractions: areFractions)
    }
    let product = [offset(\.product.nudge)] + (width == .bits512 ? [offset(\.product.oddLanes)] : [])
    let limits = [offset(\.zeroPoint), offset(\.lower), offset(\.upper)]
    return switch function {
    case .dequantize: [offset(\.leftZero), offset(\.scale)]
    case .quantize(let isDivided): X86QuantizationEmitter.constants(isDivided: isDivided)
    case .truncate: [offset(\.floatLower), offset(\.floatUpper)]
    case .requantize(.roundingOnce, _): Array(product.dropFirst()) + limits
    case .requantize: product + limits
    case .lookUp, .extreme, .addInProducts, .slopesInProducts: []
    case .add(_, let leftIsHalf, let rightIsHalf):
      product + limits + [offset(\.leftZero), offset(\.rightZero)] + factors(\.result)
        + (leftIsHalf ? [] : factors(\.left)) + (rightIsHalf ? [] : factors(\.right))
    case .addInFloats: [offset(\.leftScale), offset(\.rightScale), offset(\.offset), offset(\.lower), offset(\.upper)]
    case .slopes: [offset(\.leftZero), offset(\.scale), offset(\.floatZeroPoint), offset(\.lower), offset(\.upper)]
    case .multiply:
      product + limits + [offset(\.leftZero), offset(\.rightZero)] + factors(\.result, areFractions: false)
    case .parametricReLU:
      product + limits + [offset(\.leftZero), offset(\.rightZero)] + factors(\.result, areFractions: false)
        + factors(\.left, areFractions: false)
    }
  }

  private func product(_ width: VectorWidth) -> X86ProductEmitter {
    X86ProductEmitter(even: even, odd: odd) { constant(width, at: byteOffset(\Constants.product) + $0) }
  }

  /// Multiplies by the broadcast factors at a byte offset.
  private func emitProduct(
    _ code: inout X86Assembler, _ value: X86VectorRegister, at factors: Int, areFractions: Bool = true
  ) {
    let width = code.vectorWidth
    product(width).emit(&code, value, spare: spare, areFractions: areFractions) {
      constant(width, at: factors + $0)
    }
  }

  // MARK: Routines

  fileprivate mutating func emit(_ code: inout X86Assembler, _ routine: ByteRowCode.Routine) {
    let frame = X86Assembler.Frame.bytes(Slot.byteCount)
    code.enter(registers, frame: frame)
    code.mov(wholeCount, arguments[\.length])
    code.and(wholeCount, -16)

    var free = X86RegisterFile(arguments: arguments.all, width: width == .bits512 ? .bits512 : .bits256)
    _ = free.vectors(registers.usedVectorCount)
    let constants = constants(routine.function).prefix(free.freeVectorCount)
    loaded = zip(constants, free.vectors(constants.count)).map { ($0, $1) }
    code.vectorWidth = width
    for (offset, register) in loaded { code.vmovups(register, memory(offset)) }
    code.vectorWidth = .bits256

    let nextRow = code.here()
    switch routine.broadcast {
    case .none: break
    case .left: emitBroadcast(&code, x, arguments[\.left], routine)
    case .right: emitBroadcast(&code, y, arguments[\.right], routine)
    }
    if routine.function == .lookUp { emitLookups(&code) } else { emitRow(&code, routine) }
    code.add(arguments[\.left], memory(byteOffset(\Constants.leftStep)))
    code.add(arguments[\.right], memory(byteOffset(\Constants.rightStep)))
    code.add(arguments[\.output], memory(byteOffset(\Constants.outputStep)))
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.leave(registers, frame: frame)
  }

  // MARK: Rows

  /// A row's address, element size, and stack slot for its last elements.
  private struct Operand {
    let row: X86GeneralRegister
    let elementByteCount: Int
    let slot: Slot
  }

  /// A routine's operands that are not broadcast.
  private func operands(_ routine: Routine) -> (left: Operand?, right: Operand?, output: Operand) {
    var (inputByteCount, outputByteCount, hasRight) = (1, 1, routine.function.isBinary)
    switch routine.function {
    case .dequantize: outputByteCount = 4
    case .quantize, .truncate: inputByteCount = 4
    case .requantize(_, let hasHigh): (inputByteCount, hasRight) = (4, hasHigh)
    default: break
    }
    let left = Operand(row: arguments[\.left], elementByteCount: inputByteCount, slot: .left)
    let right = Operand(row: arguments[\.right], elementByteCount: inputByteCount, slot: .right)
    return (
      routine.broadcast == .left ? nil : left, hasRight && routine.broadcast != .right ? right : nil,
      Operand(row: arguments[\.output], elementByteCount: outputByteCount, slot: .output)
    )
  }

  /// Bytes of ``ByteRowCode/Channels``, or of the factors, per sixteen elements.
  private func channelByteCount(_ routine: Routine) -> Int {
    switch routine.function {
    case .requantize(.roundingOnce, _): MemoryLayout<ByteRowCode.ChannelsOnce>.stride
    case .requantize: MemoryLayout<ByteRowCode.Channels>.stride
    case .slopes: MemoryLayout<SIMD16<Float>>.stride
    default: 0
    }
  }

  /// Sixteen elements at a time, then eight, and the rest through the stack.
  private func emitRow(_ code: inout X86Assembler, _ routine: Routine) {
    let operands = operands(routine)
    code.lea(channels, X86Memory(arguments[\.constants], MemoryLayout<Constants>.stride))
    let (eight, rest, end) = (code.label(), code.label(), code.label())
    let hasChannels = channelByteCount(routine) > 0
    func emitEight(_ code: inout X86Assembler) {
      emitVector(&code, routine, operands, inStack: false)
      code.add(index, 8)
    }
    code.mov(index, 0)
    code.test(wholeCount, wholeCount)
    code.jump(.equal, eight)
    let next = code.here()
    if width == .bits512 {
      code.vectorWidth = width
      emitVector(&code, routine, operands, inStack: false)
      code.vectorWidth = .bits256
      code.add(index, 16)
      if hasChannels { code.add(channels, channelByteCount(routine)) }
    } else {
      emitEight(&code)
      if hasChannels { code.add(channels, Self.halfByteCount) }
      emitEight(&code)
      if hasChannels { code.add(channels, channelByteCount(routine) - Self.halfByteCount) }
    }
    code.cmp(index, wholeCount)
    code.jump(.less, next)
    code.bind(eight)
    code.mov(restCount, arguments[\.length])
    code.sub(restCount, index)
    code.cmp(restCount, 8)
    code.jump(.less, rest)
    emitEight(&code)
    if hasChannels { code.add(channels, Self.halfByteCount) }
    code.sub(restCount, 8)
    code.bind(rest)
    code.test(restCount, restCount)
    code.jump(.equal, end)
    for input in [operands.left, operands.right] {
      if let input { emitCopy(&code, input, toStack: true) }
    }
    emitVector(&code, routine, operands, inStack: true)
    emitCopy(&code, operands.output, toStack: false)
    code.bind(end)
  }

  /// Copies the last elements of a row to the stack, or from it.
  private func emitCopy(_ code: inout X86Assembler, _ operand: Operand, toStack: Bool) {
    code.mov(element, index)
    code.mov(slotElement, 0)
    let next = code.here()
    for part in 0..<operand.elementByteCount {
      let row = X86Memory(operand.row, index: element, scale: operand.elementByteCount, part)
      let slot = X86Memory(.rsp, index: slotElement, scale: operand.elementByteCount, operand.slot.rawValue + part)
      code.movzx(byte, byte: toStack ? row : slot)
      code.mov(byte: toStack ? slot : row, byte)
    }
    code.add(element, 1)
    code.add(slotElement, 1)
    code.cmp(slotElement, restCount)
    code.jump(.less, next)
  }

  /// Table lookups: whole vectors if the processor has byte permutes, the rest one by one.
  private func emitLookups(_ code: inout X86Assembler) {
    let end = code.label()
    code.mov(element, 0)
    if MachineCodeSupport.hasByteTables {
      var free = X86RegisterFile(arguments: arguments.all, width: .bits512)
      _ = free.vectors(registers.usedVectorCount)
      code.emitWideLookups(
        arguments, index: element, end: restCount, free.vectors(8), allBits: memory(byteOffset(\Constants.lower)),
        table: memory(MemoryLayout<Constants>.stride))
    }
    code.cmp(element, arguments[\.length])
    code.jump(.greaterOrEqual, end)
    let single = code.label(), next = code.here()
    // Eight at a time.
    code.cmp(element, wholeCount)
    code.jump(.greaterOrEqual, single)
    for offset in 0..<8 { emitLookup(&code, offset) }
    code.add(element, 8)
    code.cmp(element, arguments[\.length])
    code.jump(.less, next)
    code.jmp(end)
    code.bind(single)
    emitLookup(&code, 0)
    code.add(element, 1)
    code.cmp(element, arguments[\.length])
    code.jump(.less, single)
    code.bind(end)
  }

  private func emitLookup(_ code: inout X86Assembler, _ offset: Int) {
    let register = [byte, slotElement, index, channels][offset % 4]
    code.movzx(register, byte: X86Memory(arguments[\.left], index: element, scale: 1, offset))
    code.movzx(
      register, byte: X86Memory(arguments[\.constants], index: register, scale: 1, MemoryLayout<Constants>.stride))
    code.mov(byte: X86Memory(arguments[\.output], index: element, scale: 1, offset), register)
  }

  /// Broadcasts one byte of a row.
  private func emitBroadcast(
    _ code: inout X86Assembler, _ target: X86VectorRegister, _ row: X86GeneralRegister, _ routine: Routine
  ) {
    code.movzx(byte, byte: X86Memory(row))
    code.mov(X86Memory(.rsp, Slot.output.rawValue), byte)
    code.vectorWidth = width
    code.vbroadcastss(target, X86Memory(.rsp, Slot.output.rawValue))
    if routine.isSigned {
      code.vpslld(target, target, 24)
      code.vpsrad(target, target, 24)
    }
    if routine.function == .addInFloats {
      if target == y { emitRightTerm(&code) } else { code.vcvtdq2ps(x, x) }
    }
    code.vectorWidth = .bits256
  }

  // MARK: Vectors

  /// Computes as many elements as the code's vectors have lanes.
  private func emitVector(
    _ code: inout X86Assembler, _ routine: Routine, _ operands: (left: Operand?, right: Operand?, output: Operand),
    inStack: Bool
  ) {
    func address(_ operand: Operand) -> X86Memory {
      inStack
        ? X86Memory(.rsp, operand.slot.rawValue)
        : X86Memory(operand.row, index: index, scale: operand.elementByteCount)
    }
    let (left, right, target) = (operands.left.map(address), operands.right.map(address), address(operands.output))
    switch routine.function {
    case .dequantize:
      emitLoad(&code, x, left, routine)
      code.vpsubd(x, x, constant(code, \.leftZero))
      code.vcvtdq2ps(x, x)
      code.vmulps(x, x, constant(code, \.scale))
      code.vmovups(target, x)
    case .quantize(let isDivided):
      if let left { code.vmovups(value, left) }
      let width = code.vectorWidth
      let emitter = X86QuantizationEmitter(value: value, spare: x) { constant(width, at: $0) }
      emitter.emit(&code, isDivided: isDivided)
      emitStore(&code, value, target, routine)
    case .truncate:
      if let left { code.vmovups(value, left) }
      let limits = (lower: constant(code, \.floatLower), upper: constant(code, \.floatUpper))
      code.emitTruncation(value, within: limits, zero: spare, spare: x)
      emitStore(&code, value, target, routine)
    case .requantize(let rounding, _):
      if let left { code.vcvttps2dq(value, left) }
      if let right {
        code.vcvttps2dq(other, right)
        code.vpslld(other, other, 4)
        code.vpaddd(value, value, other)
      }
      emitRequantized(&code, rounding)
      emitResult(&code, value, target, routine)
    case .lookUp, .addInProducts, .slopesInProducts: break
    case .add(let isDifference, let leftIsHalf, let rightIsHalf):
      emitLoad(&code, x, left, routine)
      emitLoad(&code, y, right, routine)
      code.vpsubd(value, x, constant(code, \.leftZero))
      emitScaled(&code, value, at: byteOffset(\Constants.left), isHalf: leftIsHalf)
      code.vpsubd(other, y, constant(code, \.rightZero))
      emitScaled(&code, other, at: byteOffset(\Constants.right), isHalf: rightIsHalf)
      if isDifference { code.vpsubd(value, value, other) } else { code.vpaddd(value, value, other) }
      emitProduct(&code, value, at: byteOffset(\Constants.result))
      emitResult(&code, value, target, routine)
    case .addInFloats:
      emitLoad(&code, x, left, routine)
      emitLoad(&code, y, right, routine)
      if right != nil { emitRightTerm(&code) }
      if left != nil {
        code.vcvtdq2ps(x, x)
        code.vfmadd213ps(x, register(byteOffset(\Constants.leftScale)), y)
      } else {
        code.vfmadd231ps(y, x, register(byteOffset(\Constants.leftScale)))
      }
      emitNearest(&code, left == nil ? y : x, target, routine)
    case .slopes:
      emitLoad(&code, x, left, routine)
      code.vpsubd(x, x, constant(code, \.leftZero))
      code.vcvtdq2ps(x, x)
      code.vxorps(spare, spare, spare)
      code.vmaxps(value, x, spare)
      code.vminps(x, x, spare)
      code.vmovups(other, X86Memory(channels))
      code.vfmadd213ps(x, other, constant(code, \.floatZeroPoint))
      code.vfmadd213ps(value, register(byteOffset(\Constants.scale)), x)
      emitNearest(&code, value, target, routine)
    case .multiply:
      emitLoad(&code, x, left, routine)
      emitLoad(&code, y, right, routine)
      code.vpsubd(value, x, constant(code, \.leftZero))
      code.vpsubd(other, y, constant(code, \.rightZero))
      code.vpmulld(value, value, other)
      emitProduct(&code, value, at: byteOffset(\Constants.result), areFractions: false)
      emitResult(&code, value, target, routine)
    case .parametricReLU:
      emitLoad(&code, x, left, routine)
      emitLoad(&code, y, right, routine)
      code.vpsubd(value, x, constant(code, \.leftZero))
      code.vpsubd(other, y, constant(code, \.rightZero))
      code.vpmulld(other, other, value)
      emitProduct(&code, other, at: byteOffset(\Constants.result), areFractions: false)
      emitProduct(&code, value, at: byteOffset(\Constants.left), areFractions: false)
      // The sign must be taken before the product, which may be zero.
      code.vpsubd(spare, x, constant(code, \.leftZero))
      if code.vectorWidth == .bits512 {
        code.vpsrad(spare, spare, 31)
        code.vpternlogd(select: value, other, mask: spare)
      } else {
        code.vblendvps(value, value, other, mask: spare)
      }
      emitResult(&code, value, target, routine)
    case .extreme(let isLargest):
      emitLoad(&code, x, left, routine)
      emitLoad(&code, y, right, routine)
      if isLargest { code.vpmaxsd(value, x, y) } else { code.vpminsd(value, x, y) }
      emitStore(&code, value, target, routine)
    }
  }

  /// The right term of a sum in floats.
  private func emitRightTerm(_ code: inout X86Assembler) {
    code.vcvtdq2ps(y, y)
    code.vfmadd213ps(y, register(byteOffset(\Constants.rightScale)), constant(code, \.offset))
  }

  /// Loads bytes as 32-bit integers; does nothing for a broadcast operand.
  private func emitLoad(
    _ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory?, _ routine: Routine
  ) {
    guard let source else { return }
    if routine.isSigned { code.vpmovsxbd(target, source) } else { code.vpmovzxbd(target, source) }
  }

  /// Times 2^20, then times a factor.
  private func emitScaled(
    _ code: inout X86Assembler, _ value: X86VectorRegister, at factors: Int, isHalf: Bool
  ) {
    code.vpslld(value, value, isHalf ? 19 : 20)
    if !isHalf { emitProduct(&code, value, at: factors) }
  }

  /// Adds the bias to sums and applies their factors.
  private func emitRequantized(_ code: inout X86Assembler, _ requantizing: ByteRowCode.Function.Requantizing) {
    let product = product(code.vectorWidth)
    if requantizing != .roundingOnce {
      code.vpaddd(value, value, X86Memory(channels, \ByteRowCode.Channels.bias))
      product.emit(&code, value, spare: spare, areFractions: requantizing == .roundingTwiceByFractions) {
        .memory(X86Memory(channels, byteOffset(\ByteRowCode.Channels.factors) + $0))
      }
    } else {
      code.vpaddd(value, value, X86Memory(channels, \ByteRowCode.ChannelsOnce.bias))
      product.emitOnce(&code, value) {
        .memory(X86Memory(channels, byteOffset(\ByteRowCode.ChannelsOnce.factors) + $0))
      }
    }
  }

  /// Rounds floats to nearest, ties to even, and clamps.
  private func emitNearest(
    _ code: inout X86Assembler, _ floats: X86VectorRegister, _ target: X86Memory, _ routine: Routine
  ) {
    code.vcvtps2dq(value, floats)
    emitLimited(&code, value, target, routine)
  }

  /// Adds the zero point and clamps.
  private func emitResult(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ target: X86Memory, _ routine: Routine
  ) {
    code.vpaddd(value, value, constant(code, \.zeroPoint))
    emitLimited(&code, value, target, routine)
  }

  private func emitLimited(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ target: X86Memory, _ routine: Routine
  ) {
    code.vpmaxsd(value, value, constant(code, \.lower))
    code.vpminsd(value, value, constant(code, \.upper))
    emitStore(&code, value, target, routine)
  }

  /// Stores 32-bit integers that fit in bytes.
  private func emitStore(
    _ code: inout X86Assembler, _ value: X86VectorRegister, _ target: X86Memory, _ routine: Routine
  ) {
    code.emitBytes(value, to: target, isSigned: routine.isSigned, spare: spare)
  }
}
