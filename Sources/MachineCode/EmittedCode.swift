/// A kernel, or part of one, whose code is emitted, for each architecture by a method of its own.
///
/// What is the same on every processor (tiles, packing, order of sums, arguments) is in `<Family>+Emitted.swift`, the
/// instructions are in `<Family>+X86.swift` and `<Family>+ARM64.swift`. All are compiled everywhere: they only make
/// bytes. Where an architecture has no method, kernels of other providers take over.
package protocol EmittedCode {
  /// What the code is specialized on, such as a layout; nothing for code that the whole process shares.
  associatedtype Input = Void
  /// The code, or several pieces of it.
  associatedtype Code = [UInt8]
  /// Code for x86-64 with AVX2 and FMA, wider with AVX-512; nil if there is none for the input.
  static func x86(_ input: Input) -> Code?
  /// Code for AArch64; nil if there is none for the input.
  static func arm64(_ input: Input) -> Code?
}

extension EmittedCode {
  package static func x86(_ input: Input) -> Code? { nil }
  package static func arm64(_ input: Input) -> Code? { nil }

  /// Code for this processor, the only place where an architecture is chosen; nil if there is none.
  package static func emitted(_ input: Input) -> Code? {
    switch Architecture.current {
    case .x86: x86(input)
    case .arm64: arm64(input)
    case nil: nil
    }
  }
}

extension EmittedCode where Input == Void, Code == [UInt8] {
  /// New memory with code that the whole process shares.
  package static func memory(name: String) -> ExecutableMemory? {
    emitted(()).flatMap { CodeAllocator.process.allocate($0, name: name) }
  }
}
