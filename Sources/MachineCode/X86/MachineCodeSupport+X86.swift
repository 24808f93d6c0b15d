extension MachineCodeSupport {
  /// The widest vectors that the processor has and whose registers the system saves.
  static func x86VectorWidth() -> VectorWidth {
    // AVX-512 F, DQ and VL; bits 5 to 7 of the saved state: masks, upper halves, upper sixteen registers.
    guard obstacle == nil, MachineCodeSetting.current != .avx2,
      let extended = cpuid(leaf: 7, subleaf: 0), let saved = savedState(), extended.ebx & 1 << 16 != 0,
      extended.ebx & 1 << 17 != 0, extended.ebx & 1 << 31 != 0,
      saved & 0xE0 == 0xE0
    else { return .bits256 }
    return .bits512
  }

  /// `vpdpwssd` and `vpdpbusd` of AVX-512 VNNI on 512 bits, or of AVX-VNNI on 256; otherwise AVX2.
  static func x86IntegerProducts() -> IntegerProducts {
    let separate = IntegerProducts(width: .bits256, isFused: false)
    guard obstacle == nil, MachineCodeSetting.current != .avx2, let extended = cpuid(leaf: 7, subleaf: 0) else {
      return separate
    }
    // AVX-512 VNNI, and BW to pack operands and results.
    if x86VectorWidth() == .bits512, extended.ecx & 1 << 11 != 0, extended.ebx & 1 << 30 != 0 {
      return IntegerProducts(width: .bits512, isFused: true)
    }
    // Leaf 7 has its maximum subleaf in eax.
    guard extended.eax >= 1, let further = cpuid(leaf: 7, subleaf: 1), further.eax & 1 << 4 != 0 else {
      return separate
    }
    return IntegerProducts(width: .bits256, isFused: true)
  }

  /// AVX-512 VBMI and BW.
  static func x86HasByteTables() -> Bool {
    guard x86VectorWidth() == .bits512, let extended = cpuid(leaf: 7, subleaf: 0) else { return false }
    return extended.ecx & 1 << 1 != 0 && extended.ebx & 1 << 30 != 0
  }

  /// PCLMULQDQ.
  static func x86HasPolynomialProducts() -> Bool {
    obstacle == nil && (cpuid(leaf: 1, subleaf: 0)?.ecx ?? 0) & 1 << 1 != 0
  }

  /// Results of `cpuid`, run as emitted code; nil without executable memory.
  private static func cpuid(leaf: Int, subleaf: Int) -> (eax: UInt32, ebx: UInt32, ecx: UInt32)? {
    var code = X86Assembler()
    // cpuid overwrites rbx, which is callee-saved.
    code.push(.rbx)
    code.mov(.rax, leaf)
    code.mov(.rcx, subleaf)
    code.cpuid()
    code.mov(X86Memory(.rdi), .rax)
    code.mov(X86Memory(.rdi, 8), .rbx)
    code.mov(X86Memory(.rdi, 16), .rcx)
    code.pop(.rbx)
    code.ret()
    return results(of: code.finished()).map { words in
      (
        UInt32(truncatingIfNeeded: words[0]), UInt32(truncatingIfNeeded: words[1]),
        UInt32(truncatingIfNeeded: words[2])
      )
    }
  }

  /// Why x86-64 code cannot run, found by running a few instructions.
  static func detectX86() -> Obstacle? {
    guard let basic = cpuid(leaf: 1, subleaf: 0), let extended = cpuid(leaf: 7, subleaf: 0) else {
      return .executableMemory
    }
    let hasFMA = basic.ecx & 1 << 12 != 0
    let hasSavedRegisters = basic.ecx & 1 << 27 != 0
    let hasAVX = basic.ecx & 1 << 28 != 0
    let hasF16C = basic.ecx & 1 << 29 != 0
    let hasAVX2 = extended.ebx & 1 << 5 != 0
    guard hasFMA, hasSavedRegisters, hasAVX, hasF16C, hasAVX2 else { return .instructionSet }
    // Bits 1 and 2: the system saves SSE and AVX state.
    guard let saved = savedState(), saved & 6 == 6 else { return .instructionSet }
    return nil
  }

  /// The state that the system saves: extended control register 0.
  private static func savedState() -> UInt64? {
    var code = X86Assembler()
    code.mov(.rcx, 0)
    code.xgetbv()
    code.mov(X86Memory(.rdi), .rax)
    code.ret()
    return results(of: code.finished())?[0]
  }
}
