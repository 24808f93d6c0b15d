/// The registers of an architecture and its C calling convention.
public protocol RegisterSet: Sendable {
  /// A general register.
  associatedtype General: Hashable, Sendable
  /// A vector register.
  associatedtype Vector: Hashable, Sendable

  /// The registers of a function's first six one-word arguments.
  static var arguments: [General] { get }
  /// Caller-saved registers, in the order of allocation.
  static var scratch: [General] { get }
  /// Callee-saved registers.
  static var calleeSaved: [General] { get }
}

extension RegisterSet {
  @inlinable @inline(never)
  static func arguments(_ count: Int) -> [General] { (0..<count).map { arguments[$0] } }

  /// The register of the argument at an offset in a struct.
  @inlinable @inline(never)
  static func argument(at byteOffset: Int) -> General {
    let (index, rest) = byteOffset.quotientAndRemainder(dividingBy: MemoryLayout<Int>.size)
    precondition(rest == 0, "an argument is a word")
    return arguments[index]
  }
}

/// Allocates a function's registers.
///
/// A copy is a scope: registers taken from the copy stay free in the original. Take general registers before the
/// assembler's `enter`, which saves the callee-saved ones.
///
/// ```swift
/// var registers = X86RegisterFile(arguments: arguments.all)
/// let rowsLeft = registers.general()
/// let sum = registers.vector()
/// ```
public struct RegisterFile<Registers: RegisterSet>: Sendable {
  let allVectors: [Registers.Vector]
  // Specialized in other modules: otherwise, allocating a register takes longer than emitting an instruction. Only
  // public functions can be, since `@inlinable` does nothing for package ones.
  @usableFromInline var freeScratch: [Registers.General]
  @usableFromInline var freeCalleeSaved = Registers.calleeSaved
  @usableFromInline var freeVectors: ArraySlice<Registers.Vector>

  /// All registers except arguments and the stack pointer, and these vector registers.
  init(arguments: [Registers.General], vectors: [Registers.Vector]) {
    allVectors = vectors
    freeScratch = arguments.isEmpty ? Registers.scratch : Registers.scratch.filter { !arguments.contains($0) }
    freeVectors = vectors[...]
  }

  // MARK: General registers

  /// A general register, caller-saved if possible.
  ///
  /// - Precondition: one is left.
  @inlinable @inline(never)
  public mutating func general() -> Registers.General {
    freeScratch.isEmpty ? calleeSaved() : freeScratch.removeFirst()
  }

  /// A callee-saved general register.
  ///
  /// - Precondition: one is left.
  @inlinable @inline(never)
  public mutating func calleeSaved() -> Registers.General {
    precondition(!freeCalleeSaved.isEmpty, "no general register is left")
    return freeCalleeSaved.removeFirst()
  }

  /// The callee-saved registers in use, in the order in which they are saved.
  package var saved: [Registers.General] {
    Array(Registers.calleeSaved.prefix(Registers.calleeSaved.count - freeCalleeSaved.count))
  }

  // MARK: Vector registers

  /// The number of free vector registers.
  @inlinable
  public var freeVectorCount: Int { freeVectors.count }

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
