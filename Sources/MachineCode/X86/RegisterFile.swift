/// The registers that a function still has free. It hands them out, to be named after what they hold.
///
/// A copy is a scope: what is taken from the copy is free again in the original. General registers are taken before
/// ``Assembler/enter(_:frame:)``, which saves those among them that belong to the caller.
///
/// ```swift
/// var registers = RegisterFile(arguments: arguments.all)
/// let rowsLeft = registers.general()
/// let sum = registers.vector()
/// ```
package struct RegisterFile: Sendable {
  /// Those that a function may change without saving them, in the order in which they are handed out; then those that
  /// it has to leave as they were (System V).
  private static let scratch: [GeneralRegister] = [.rax, .rdi, .rsi, .rdx, .rcx, .r8, .r9, .r10, .r11]
  private static let kept: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]

  private var freeScratch: [GeneralRegister]
  private var freeKept = Self.kept
  private var freeVectors: Range<Int>

  /// All registers but those that hold arguments and the stack pointer; vectors of a width.
  package init(arguments: [GeneralRegister], width: VectorWidth = .bits256) {
    freeScratch = Self.scratch.filter { !arguments.contains($0) }
    freeVectors = 0..<width.registerCount
  }

  // MARK: General registers

  /// A general register; one that has to be saved where no other is left.
  ///
  /// - Precondition: one is left.
  package mutating func general() -> GeneralRegister {
    freeScratch.isEmpty ? keptGeneral() : freeScratch.removeFirst()
  }

  /// A general register that functions which the code calls leave as it is.
  ///
  /// - Precondition: one is left.
  package mutating func keptGeneral() -> GeneralRegister {
    precondition(!freeKept.isEmpty, "no general register is left")
    return freeKept.removeFirst()
  }

  /// The registers handed out that belong to the caller, in the order in which they are saved.
  package var saved: [GeneralRegister] { Array(Self.kept.prefix(Self.kept.count - freeKept.count)) }

  // MARK: Vector registers

  /// Vector registers that are left.
  package var freeVectorCount: Int { freeVectors.count }

  /// The vector register with the lowest number.
  ///
  /// - Precondition: one is left.
  package mutating func vector() -> VectorRegister { vectors(1)[0] }

  /// Vector registers with neighboring numbers, the lowest.
  ///
  /// - Precondition: so many are left.
  package mutating func vectors(_ count: Int) -> [VectorRegister] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    defer { freeVectors.removeFirst(count) }
    return freeVectors.prefix(count).map { VectorRegister($0) }
  }

  /// The vector registers with the highest numbers, the highest first.
  ///
  /// - Precondition: so many are left.
  package mutating func highVectors(_ count: Int) -> [VectorRegister] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    defer { freeVectors.removeLast(count) }
    return freeVectors.suffix(count).reversed().map { VectorRegister($0) }
  }
}
