import MachineCode
import TensorKernels

/// Emits the ``ByteRowCode`` routines that use ``ByteProduct``, 64 elements at a time.
///
/// Unpacking two vectors of bytes gives four interleaved ones, whose sums are packed again; both work within 128-bit
/// lanes, so elements keep their order.
struct X86ByteProductEmitter {
  private typealias Constants = ByteRowCode.Constants
  private typealias Lanes = ByteProductLanes

  private let routine: ByteRowCode.Routine
  private let arguments = X86ArgumentRegisters<ByteRowCode.Arguments>()
  private let registers: X86RegisterFile
  /// Elements done, in whole vectors, and left over.
  private let index: X86GeneralRegister, wholeCount: X86GeneralRegister, restCount: X86GeneralRegister
  /// A byte to copy, and its index in the row and on the stack.
  private let byte: X86GeneralRegister, element: X86GeneralRegister, slotElement: X86GeneralRegister
  /// The ``ByteProductBlock`` of the current elements.
  private let block: X86GeneralRegister
  /// Elements left over that are copied eight at a time.
  private let eightCount: X86GeneralRegister
  private let x: X86VectorRegister, y: X86VectorRegister, zero: X86VectorRegister, low: X86VectorRegister
  private let pairs: [X86VectorRegister], words: [X86VectorRegister], sums: [X86VectorRegister]
  private let flip: X86VectorRegister, turn: X86VectorRegister
  private let lower: X86VectorRegister, upper: X86VectorRegister, shift: X86VectorRegister
  private let high: X86VectorRegister

  /// Stack slots for the last elements of a row.
  private enum Slot: Int {
    case left = 0
    case right = 64
    case output = 128
    static let byteCount = 192
  }

  init(_ routine: ByteRowCode.Routine) {
    self.routine = routine
    var registers = X86RegisterFile(arguments: arguments.all, width: .bits512)
    (index, wholeCount, restCount) = (registers.general(), registers.general(), registers.general())
    (byte, element, slotElement) = (registers.general(), registers.general(), registers.general())
    (block, eightCount) = (registers.general(), registers.general())
    (x, y, zero, low) = (registers.vector(), registers.vector(), registers.vector(), registers.vector())
    (pairs, words, sums) = (registers.vectors(2), registers.vectors(4), registers.vectors(4))
    (flip, turn) = (registers.vector(), registers.vector())
    (lower, upper, shift) = (registers.vector(), registers.vector(), registers.vector())
    high = registers.vector()
    self.registers = registers
  }

  private var hasSlopes: Bool { routine.function == .slopesInProducts }

  @inline(__always)
  private func constant(_ field: PartialKeyPath<ByteProductConstants>) -> X86Memory {
    X86Memory(arguments[\.constants], (\Constants.products as PartialKeyPath).byteOffset + field.byteOffset)
  }

  func emit(_ code: inout X86Assembler) {
    let frame = X86Assembler.Frame.bytes(Slot.byteCount)
    code.enter(registers, frame: frame)
    code.mov(wholeCount, arguments[\.length])
    code.and(wholeCount, -64)
    let width = code.vectorWidth
    code.vectorWidth = .bits512
    emitConstants(&code)
    let nextRow = code.here()
    emitRow(&code)
    code.add(arguments[\.left], X86Memory(arguments[\.constants], \Constants.leftStep))
    code.add(arguments[\.right], X86Memory(arguments[\.constants], \Constants.rightStep))
    code.add(arguments[\.output], X86Memory(arguments[\.constants], \Constants.outputStep))
    code.sub(arguments[\.rows], 1)
    code.jump(.notEqual, nextRow)
    code.vectorWidth = width
    code.leave(registers, frame: frame)
  }

  private func emitConstants(_ code: inout X86Assembler) {
    code.vxorps(zero, zero, zero)
    code.vmovups(flip, constant(\.flip))
    code.vmovups(turn, constant(\.turn))
    code.vmovups(lower, constant(\.lower))
    code.vmovups(upper, constant(\.upper))
    code.vmovups(shift, constant(\.shift))
    guard !hasSlopes else { return }
    code.vmovups(high, constant(\.sum.high))
    code.vmovups(low, constant(\.sum.low))
  }

  private func emitRow(_ code: inout X86Assembler) {
    let (rest, end) = (code.label(), code.label())
    func place(_ row: X86GeneralRegister) -> X86Memory { X86Memory(row, index: index, scale: 1) }
    code.lea(block, X86Memory(arguments[\.constants], MemoryLayout<Constants>.stride))
    code.mov(index, 0)
    code.test(wholeCount, wholeCount)
    code.jump(.equal, rest)
    let next = code.here()
    emitVector(
      &code, left: place(arguments[\.left]), right: place(arguments[\.right]), output: place(arguments[\.output]))
    code.add(index, 64)
    if hasSlopes { code.add(block, MemoryLayout<ByteProductBlock>.stride) }
    code.cmp(index, wholeCount)
    code.jump(.less, next)
    code.bind(rest)
    guard !hasSlopes else { return code.bind(end) }
    code.mov(restCount, arguments[\.length])
    code.sub(restCount, index)
    code.jump(.equal, end)
    emitCopy(&code, arguments[\.left], .left)
    emitCopy(&code, arguments[\.right], .right)
    func slot(_ slot: Slot) -> X86Memory { X86Memory(.rsp, slot.rawValue) }
    emitVector(&code, left: slot(.left), right: slot(.right), output: slot(.output))
    emitCopy(&code, arguments[\.output], .output)
    code.bind(end)
  }

  /// Copies the last elements of a row to the stack, or of the output from it: eight bytes at a time, then single ones.
  private func emitCopy(_ code: inout X86Assembler, _ row: X86GeneralRegister, _ slot: Slot) {
    let place = X86Memory(row, index: element, scale: 1)
    let copy = X86Memory(.rsp, index: slotElement, scale: 1, slot.rawValue)
    let (source, target) = slot == .output ? (copy, place) : (place, copy)
    let (single, end) = (code.label(), code.label())
    func advance(by count: Int, until limit: X86GeneralRegister, else next: X86Assembler.Label) {
      code.add(element, count)
      code.add(slotElement, count)
      code.cmp(slotElement, limit)
      code.jump(.less, next)
    }
    code.mov(element, index)
    code.mov(slotElement, 0)
    code.mov(eightCount, restCount)
    code.and(eightCount, -8)
    code.jump(.equal, single)
    let nextEight = code.here()
    code.mov(byte, source)
    code.mov(target, byte)
    advance(by: 8, until: eightCount, else: nextEight)
    code.cmp(slotElement, restCount)
    code.jump(.greaterOrEqual, end)
    code.bind(single)
    let next = code.here()
    code.movzx(byte, byte: source)
    code.mov(byte: target, byte)
    advance(by: 1, until: restCount, else: next)
    code.bind(end)
  }

  /// Computes 64 elements.
  private func emitVector(_ code: inout X86Assembler, left: X86Memory, right: X86Memory, output: X86Memory) {
    emitLoad(&code, x, left)
    if hasSlopes {
      code.vpmaxsb(y, x, turn)
      code.vpminsb(x, x, turn)
      emitProducts(&code) { code, vector in
        @inline(__always)
        func field(_ field: PartialKeyPath<Lanes>) -> X86Memory {
          X86Memory(block, vector * MemoryLayout<Lanes>.stride + field.byteOffset)
        }
        code.vmovups(sums[vector], field(\.offset))
        code.vmovups(low, field(\.low))
        code.vpdpwssd(sums[vector], words[vector], field(\.high))
        code.vpdpbusd(sums[vector], low, words[vector])
      }
    } else {
      emitLoad(&code, y, right)
      emitProducts(&code) { code, vector in
        code.vmovups(sums[vector], constant(\.sum.offset))
        code.vpdpwssd(sums[vector], words[vector], high)
        code.vpdpbusd(sums[vector], low, words[vector])
      }
    }
    code.vpmaxsb(x, x, lower)
    code.vpminsb(x, x, upper)
    if !routine.isSigned { code.vxorps(x, x, flip) }
    code.vmovups(output, x)
  }

  private func emitLoad(_ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory) {
    code.vmovups(target, source)
    if !routine.isSigned { code.vxorps(target, target, flip) }
  }

  /// Stores the products of the bytes in ``x`` and ``y`` in ``x``; `sum` computes one of the four vectors of sums.
  private func emitProducts(
    _ code: inout X86Assembler, _ sum: (_ code: inout X86Assembler, _ vector: Int) -> Void
  ) {
    code.vpunpcklbw(pairs[0], x, y)
    code.vpunpckhbw(pairs[1], x, y)
    for vector in 0..<4 {
      if vector % 2 == 0 {
        code.vpunpcklbw(words[vector], zero, pairs[vector / 2])
      } else {
        code.vpunpckhbw(words[vector], zero, pairs[vector / 2])
      }
      sum(&code, vector)
      code.vpsravd(sums[vector], sums[vector], shift)
    }
    code.vpackssdw(sums[0], sums[0], sums[1])
    code.vpackssdw(sums[2], sums[2], sums[3])
    code.vpacksswb(x, sums[0], sums[2])
  }
}
