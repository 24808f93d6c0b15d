/// The registers of an architecture, and what its C functions use them for.
public protocol RegisterSet: Sendable {
  /// A general-purpose register.
  associatedtype General: Hashable, Sendable
  /// A vector register.
  associatedtype Vector: Hashable, Sendable

  /// Where a function finds its first six arguments of a word each.
  static var arguments: [General] { get }
  /// Registers that a function may change without saving them, in the order in which they are handed out.
  static var scratch: [General] { get }
  /// Registers that a function must preserve.
  static var kept: [General] { get }
}

extension RegisterSet {
  /// The registers of a function's first arguments.
  @inlinable @inline(never)
  static func arguments(_ count: Int) -> [General] { (0..<count).map { arguments[$0] } }

  /// The register of the argument at an offset in a struct of arguments.
  @inlinable @inline(never)
  static func argument(at byteOffset: Int) -> General {
    let (index, rest) = byteOffset.quotientAndRemainder(dividingBy: MemoryLayout<Int>.size)
    precondition(rest == 0, "an argument is a word")
    return arguments[index]
  }
}

/// Hands out the free registers of a function, to be named after what they hold.
///
/// A copy is a scope: registers taken from the copy are still free in the original. General registers must be taken
/// before the assembler's `enter`, which saves the callee-saved ones among them.
///
/// ```swift
/// var registers = X86RegisterFile(arguments: arguments.all)
/// let rowsLeft = registers.general()
/// let sum = registers.vector()
/// ```
public struct RegisterFile<Registers: RegisterSet>: Sendable {
  /// The vector registers with which the file began.
  let allVectors: [Registers.Vector]
  // Specialized where code is emitted: without that, handing out a register takes longer than emitting an instruction.
  // Only public functions are: `@inlinable` does nothing for those of a package.
  @usableFromInline var freeScratch: [Registers.General]
  @usableFromInline var freeKept = Registers.kept
  @usableFromInline var freeVectors: ArraySlice<Registers.Vector>

  /// All registers except arguments and the stack pointer, and some vector registers.
  init(arguments: [Registers.General], vectors: [Registers.Vector]) {
    allVectors = vectors
    freeScratch = arguments.isEmpty ? Registers.scratch : Registers.scratch.filter { !arguments.contains($0) }
    freeVectors = vectors[...]
  }

  // MARK: General registers

  /// A general register; one that must be saved only if no other is left.
  ///
  /// - Precondition: one is left.
  @inlinable @inline(never)
  public mutating func general() -> Registers.General {
    freeScratch.isEmpty ? keptGeneral() : freeScratch.removeFirst()
  }

  /// A general register that called functions preserve.
  ///
  /// - Precondition: one is left.
  @inlinable @inline(never)
  public mutating func keptGeneral() -> Registers.General {
    precondition(!freeKept.isEmpty, "no general register is left")
    return freeKept.removeFirst()
  }

  /// The callee-saved registers that have been handed out, in the order in which they are saved.
  package var saved: [Registers.General] { Array(Registers.kept.prefix(Registers.kept.count - freeKept.count)) }

  // MARK: Vector registers

  /// The number of free vector registers.
  @inlinable
  public var freeVectorCount: Int { freeVectors.count }

  /// The number of vector registers that have been handed out.
  package var usedVectorCount: Int { allVectors.count - freeVectors.count }

  /// The first free vector register.
  ///
  /// - Precondition: one is left.
  @inlinable @inline(never)
  public mutating func vector() -> Registers.Vector {
    precondition(!freeVectors.isEmpty, "no vector register is left")
    return freeVectors.removeFirst()
  }

  /// The first free vector registers.
  ///
  /// - Precondition: `count` are left.
  @inlinable @inline(never)
  public mutating func vectors(_ count: Int) -> [Registers.Vector] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    let taken = Array(freeVectors.prefix(count))
    freeVectors.removeFirst(count)
    return taken
  }

  /// The last free vector registers, last first.
  ///
  /// - Precondition: `count` are left.
  @inlinable @inline(never)
  public mutating func highVectors(_ count: Int) -> [Registers.Vector] {
    precondition(count <= freeVectors.count, "\(count) vector registers are needed, \(freeVectors.count) left")
    let end = freeVectors.endIndex
    let taken = (0..<count).map { freeVectors[end - 1 - $0] }
    freeVectors.removeLast(count)
    return taken
  }
}
