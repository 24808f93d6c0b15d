/// A kernel, or part of one, with a method per architecture that emits its code.
///
/// The portable part (tiles, packing, order of sums, arguments) is in `<Family>+Emitted.swift`, instructions are in
/// `<Family>+X86.swift` and `<Family>+ARM64.swift`. All are compiled everywhere, since they only produce bytes. Where a
/// method is missing, kernels of other providers take over.
package protocol EmittedCode {
  /// What the code is specialized on, such as a layout; nothing for process-wide code.
  associatedtype Input = Void
  /// The code, or several pieces of it.
  associatedtype Code = [UInt8]
  /// For x86-64 with AVX2, FMA and F16C, wider with AVX-512; nil if there is none for the input.
  static func x86(_ input: Input) -> Code?
  /// For AArch64; nil if there is none for the input.
  static func arm64(_ input: Input) -> Code?
}

extension EmittedCode {
  package static func x86(_ input: Input) -> Code? { nil }
  package static func arm64(_ input: Input) -> Code? { nil }

  /// Code for this processor; nil if there is none. The only place where an architecture is chosen.
  package static func emitted(_ input: Input) -> Code? {
    switch Architecture.current {
    case .x86: x86(input)
    case .arm64: arm64(input)
    case nil: nil
    }
  }
}

extension EmittedCode where Input == Void, Code == [UInt8] {
  /// New memory with process-wide code.
  package static func memory(name: String) -> ExecutableMemory? {
    emitted(()).flatMap { CodeAllocator.process.allocate($0, name: name) }
  }
}
