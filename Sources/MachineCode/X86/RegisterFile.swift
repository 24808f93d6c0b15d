/// Hands out the free registers of a function, to be named after what they hold.
///
/// A copy is a scope: registers taken from the copy are still free in the original. General registers must be taken
/// before ``Assembler/enter(_:frame:)``, which saves the callee-saved ones among them.
///
/// ```swift
/// var registers = RegisterFile(arguments: arguments.all)
/// let rowsLeft = registers.general()
/// let sum = registers.vector()
/// ```
package struct RegisterFile: Sendable {
  /// Registers that a function may change without saving them, in the order in which they are handed out; then those
  /// that it must preserve (System V).
  private static let scratch: [GeneralRegister] = [.rax, .rdi, .rsi, .rdx, .rcx, .r8, .r9, .r10, .r11]
  private static let kept: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]

  private var freeScratch: [GeneralRegister]
  private var freeKept = Self.kept
  private var freeVectors: Range<Int>

  /// All registers except arguments and the stack pointer; vectors of a width.
  package init(arguments: [GeneralRegister], width: VectorWidth = .bits256) {
    freeScratch = Self.scratch.filter { !arguments.contains($0) }
    freeVectors = 0..<width.registerCount
  }

  // MARK: General registers

  /// A general register; one that must be saved only if no other is left.
  ///
  /// - Precondition: one is left.
  package mutating func general() -> GeneralRegister {
    freeScratch.isEmpty ? keptGeneral() : freeScratch.removeFirst()
  }

  /// A general register that called functions preserve.
  ///
  /// - Precondition: one is left.
  package mutating func keptGeneral() -> GeneralRegister {
    precondition(!freeKept.isEmpty, "no general register is left")
    return freeKept.removeFirst()
  }

  /// The callee-saved registers that have been handed out, in the order in which they are saved.
  package var saved: [GeneralRegister] { Array(Self.kept.prefix(Self.kept.count - freeKept.count)) }

  // MARK: Vector registers

  /// The number of free vector registers.
  package var freeVectorCount: Int { freeVectors.count }

  /// The vector register with the lowest number.
  ///
  /// - Precondition: one is left.
  package mutating func vector() -> VectorRegister { vectors(1)[0] }

  /// The vector registers with the lowest, consecutive numbers.
  ///
  /// - Precondition: `count` are left.
  package mutating func vectors(_ count: Int) -> [VectorRegister] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    defer { freeVectors.removeFirst(count) }
    return freeVectors.prefix(count).map { VectorRegister($0) }
  }

  /// The vector registers with the highest numbers, highest first.
  ///
  /// - Precondition: `count` are left.
  package mutating func highVectors(_ count: Int) -> [VectorRegister] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    defer { freeVectors.removeLast(count) }
    return freeVectors.suffix(count).reversed().map { VectorRegister($0) }
  }
}
