/// Encodes a sequence of AArch64 instructions, and resolves branches between them.
///
/// Method names are the processor's mnemonics, operands in Arm's order: destination first. Vectors have four floats or
/// 32-bit integers unless names say otherwise. Each method's comment begins with the title of its section in the
/// manual. Encodings are those of GNU as.
///
/// Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), chapters C6.2 and C7.2.
package struct ARM64Assembler: Sendable {
  /// The instructions so far; branches to unbound labels have no distance yet.
  private var words: [UInt32] = []
  private var positions: [Int?] = []
  private var fixups: [Fixup] = []

  /// A branch to an unbound label.
  private struct Fixup {
    let place: Int
    let label: Label
    let field: DistanceField
  }

  /// The field for a branch's distance in instructions.
  enum DistanceField: Int {
    case bits19 = 19
    case bits26 = 26

    var shift: Int { self == .bits19 ? 5 : 0 }
  }

  /// A position in the code that branches may refer to before it is bound.
  package struct Label: Sendable {
    fileprivate let index: Int
  }

  package init() {}

  package var byteCount: Int { words.count * 4 }

  /// An unbound label.
  package mutating func label() -> Label {
    positions.append(nil)
    return Label(index: positions.count - 1)
  }

  package mutating func bind(_ label: Label) {
    precondition(positions[label.index] == nil, "a label is bound once")
    positions[label.index] = words.count
  }

  package mutating func here() -> Label {
    let label = label()
    bind(label)
    return label
  }

  /// The program with all branches resolved.
  ///
  /// - Precondition: labels of branches are bound and in reach: 1 MB for conditional branches, 128 MB for others.
  package func finished() -> [UInt8] {
    var words = words
    for fixup in fixups {
      guard let target = positions[fixup.label.index] else { preconditionFailure("a branch's label is not bound") }
      let distance = Self.signed(target - fixup.place, bits: fixup.field.rawValue)
      words[fixup.place] |= distance << UInt32(fixup.field.shift)
    }
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  mutating func emit(_ word: UInt32) { words.append(word) }

  mutating func emitBranch(_ word: UInt32, to label: Label, _ field: DistanceField) {
    fixups.append(Fixup(place: words.count, label: label, field: field))
    emit(word)
  }

  /// Encodes a signed field.
  ///
  /// - Precondition: it fits.
  static func signed(_ value: Int, bits: Int) -> UInt32 {
    precondition(value >= -1 << (bits - 1) && value < 1 << (bits - 1), "\(value) does not fit in \(bits) bits")
    return UInt32(truncatingIfNeeded: value & (1 << bits - 1))
  }

  /// Encodes an unsigned field.
  ///
  /// - Precondition: it fits.
  static func unsigned(_ value: Int, bits: Int) -> UInt32 {
    precondition(value >= 0 && value < 1 << bits, "\(value) does not fit in \(bits) bits")
    return UInt32(value)
  }
}
