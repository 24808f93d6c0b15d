/// Encodes a sequence of x86-64 instructions, and resolves jumps between them.
///
/// Method names are the processor's mnemonics, operands in Intel's order: destination first. Encodings are those of GNU
/// as, the shortest ones, except that jumps always take 32 bits.
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2 and the instruction pages.
package struct X86Assembler: ~Copyable {
  /// The code so far; jumps to unbound labels hold zeros. Not an array, which would check for each byte whether it is
  /// shared.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var byteCount = 0
  /// The width of the vector instructions that follow. Only those on floats have widths other than 256 bits with 16
  /// registers.
  package var vectorWidth = VectorWidth.bits256
  private var positions: [Int?] = []
  private var fixups: [(place: Int, label: Label)] = []

  /// A position in the code that jumps may refer to before it is bound.
  package struct Label: Sendable {
    fileprivate let index: Int
  }

  package init() {
    capacity = 4096
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// An unbound label.
  package mutating func label() -> Label {
    positions.append(nil)
    return Label(index: positions.count - 1)
  }

  package mutating func bind(_ label: Label) {
    precondition(positions[label.index] == nil, "a label is bound once")
    positions[label.index] = byteCount
  }

  package mutating func here() -> Label {
    let label = label()
    bind(label)
    return label
  }

  /// The program with all jumps resolved.
  ///
  /// - Precondition: labels of jumps are bound.
  package func finished() -> [UInt8] {
    var result = [UInt8](UnsafeBufferPointer(start: bytes, count: byteCount))
    result.withUnsafeMutableBytes { result in
      for fixup in fixups {
        guard let target = positions[fixup.label.index] else { preconditionFailure("a jump's label is not bound") }
        let distance = Int32(target - (fixup.place + 4))
        result.storeBytes(of: distance.littleEndian, toByteOffset: fixup.place, as: Int32.self)
      }
    }
    return result
  }

  mutating func emit(_ byte: UInt8) {
    if byteCount == capacity { grow() }
    bytes[byteCount] = byte
    byteCount &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
    larger.update(from: bytes, count: byteCount)
    bytes.deallocate()
    (bytes, capacity) = (larger, 2 * capacity)
  }

  mutating func emit32(_ value: Int32) {
    let word = UInt32(bitPattern: value)
    emit(UInt8(truncatingIfNeeded: word))
    emit(UInt8(truncatingIfNeeded: word >> 8))
    emit(UInt8(truncatingIfNeeded: word >> 16))
    emit(UInt8(truncatingIfNeeded: word >> 24))
  }

  mutating func emitJump(to label: Label) {
    fixups.append((byteCount, label))
    emit32(0)
  }

  /// ModRM, SIB and displacement of a memory operand; `field` is the register or opcode extension. One-byte
  /// displacements count in units.
  mutating func emitOperand(_ field: UInt8, _ memory: X86Memory, displacementUnit unit: Int = 1) {
    let displacement = Int(memory.displacement)
    // A power of two.
    let units = displacement >> unit.trailingZeroBitCount
    let needsIndex = memory.index != nil || memory.base.low == 4
    // rbp or r13 without a displacement would mean something else.
    let mode: UInt8 =
      displacement == 0 && memory.base.low != 5
      ? 0 : (units << unit.trailingZeroBitCount == displacement && units >= -128 && units <= 127 ? 1 : 2)
    emit(mode << 6 | (field & 7) << 3 | (needsIndex ? 4 : memory.base.low))
    if needsIndex {
      let scale = UInt8(memory.scale.trailingZeroBitCount)
      emit(scale << 6 | (memory.index?.low ?? 4) << 3 | memory.base.low)
    }
    if mode == 1 {
      emit(UInt8(bitPattern: Int8(truncatingIfNeeded: units)))
    } else if mode == 2 {
      emit32(memory.displacement)
    }
  }

  /// ModRM of a register operand.
  mutating func emitOperand(_ field: UInt8, register: UInt8) {
    emit(0xC0 | (field & 7) << 3 | (register & 7))
  }
}
