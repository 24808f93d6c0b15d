import MachineCode

/// Encodes an instruction in Intel syntax, as in the fixture, through the assembler's methods.
enum X86InstructionText {
  private enum Operand {
    case general(X86GeneralRegister)
    case vector(X86VectorRegister)
    case low(X86VectorRegister)
    case memory(X86Memory)
    case broadcast(X86Memory)
    case immediate(Int)
  }

  /// The bytes from the assembler; nil if it has no such form.
  static func encode(_ text: String) -> [UInt8]? {
    // A memory operand's size is written if no register implies it.
    let roundsDown = text.hasSuffix(", {rd-sae}")
    let text = text.replacing(", {rd-sae}", with: "").replacing("{vex} ", with: "").replacing("qword ptr ", with: "")
      .replacing("mov byte ptr ", with: "movb ").replacing("byte ptr ", with: "")
    let parts = text.split(separator: " ", maxSplits: 1)
    let operands = parts.count < 2 ? [] : parts[1].split(separator: ",").map { parse($0.filter { $0 != " " }) }
    var code = X86Assembler()
    if text.contains("zmm") { code.vectorWidth = .bits512 }
    // Registers that only EVEX prefixes can name, beside none of 512 bits.
    if !text.contains("zmm"), (16..<32).contains(where: { text.contains("ymm\($0)") }) {
      code.vectorWidth = .bits256Of32
    }
    guard !operands.contains(where: { $0 == nil }), let mnemonic = parts.first,
      apply(
        mnemonic.replacing("\u{A0}", with: " ") + (roundsDown ? " down" : ""), operands.compactMap { $0 }, &code)
    else { return nil }
    return code.finished()
  }

  private static func apply(_ mnemonic: String, _ operands: [Operand], _ code: inout X86Assembler) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("ret", nil, nil, nil): code.ret()
    case ("pause", nil, nil, nil): code.pause()
    case ("prefetcht0", .memory(let a), nil, nil): code.prefetcht0(a)
    case ("cpuid", nil, nil, nil): code.cpuid()
    case ("xgetbv", nil, nil, nil): code.xgetbv()
    case ("vzeroupper", nil, nil, nil): code.vzeroupper()
    case ("push", .general(let a), nil, nil): code.push(a)
    case ("pop", .general(let a), nil, nil): code.pop(a)
    case ("mov", .general(let a), .general(let b), nil): code.mov(a, b)
    case ("mov", .general(let a), .memory(let b), nil): code.mov(a, b)
    case ("mov", .memory(let a), .general(let b), nil): code.mov(a, b)
    case ("mov", .general(let a), .immediate(let b), nil): code.mov(a, b)
    case ("lea", .general(let a), .memory(let b), nil): code.lea(a, b)
    case ("add", .general(let a), .general(let b), nil): code.add(a, b)
    case ("add", .general(let a), .immediate(let b), nil): code.add(a, b)
    case ("sub", .general(let a), .immediate(let b), nil): code.sub(a, b)
    case ("cmp", .general(let a), .general(let b), nil): code.cmp(a, b)
    case ("cmp", .general(let a), .immediate(let b), nil): code.cmp(a, b)
    case ("test", .general(let a), .general(let b), nil): code.test(a, b)
    case ("vmovups", .vector(let a), .memory(let b), nil): code.vmovups(a, b)
    case ("vmovups", .memory(let a), .vector(let b), nil): code.vmovups(a, b)
    case ("vbroadcastss", .vector(let a), .memory(let b), nil): code.vbroadcastss(a, b)
    case ("vmaskmovps", .vector(let a), .vector(let b), .memory(let c)): code.vmaskmovps(a, mask: b, c)
    case ("vmaskmovps", .memory(let a), .vector(let b), .vector(let c)): code.vmaskmovps(a, mask: b, c)
    case ("vfmadd231ps", .vector(let a), .vector(let b), .vector(let c)): code.vfmadd231ps(a, b, c)
    case ("vfmadd231ps", .vector(let a), .vector(let b), .memory(let c)): code.vfmadd231ps(a, b, c)
    case ("vaddps", .vector(let a), .vector(let b), .vector(let c)): code.vaddps(a, b, c)
    case ("vaddps", .vector(let a), .vector(let b), .memory(let c)): code.vaddps(a, b, c)
    case ("vmulps", .vector(let a), .vector(let b), .vector(let c)): code.vmulps(a, b, c)
    case ("vmaxps", .vector(let a), .vector(let b), .vector(let c)): code.vmaxps(a, b, c)
    case ("vmaxps", .vector(let a), .vector(let b), .memory(let c)): code.vmaxps(a, b, c)
    case ("vminps", .vector(let a), .vector(let b), .vector(let c)): code.vminps(a, b, c)
    case ("vxorps", .vector(let a), .vector(let b), .vector(let c)): code.vxorps(a, b, c)
    default: return applyPacked(mnemonic, operands, &code)
    }
    return true
  }

  /// Forms on integers, doubles and parts of vectors, and those that came with them.
  private static func applyPacked(_ mnemonic: String, _ operands: [Operand], _ code: inout X86Assembler) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("call", .general(let a), nil, nil): code.call(a)
    case ("vxorps", .vector(let a), .vector(let b), .memory(let c)): code.vxorps(a, b, c)
    case ("vsubps", .vector(let a), .vector(let b), .vector(let c)): code.vsubps(a, b, c)
    case ("vdivps", .vector(let a), .vector(let b), .vector(let c)): code.vdivps(a, b, c)
    case ("vcmpltps", .vector(let a), .vector(let b), .vector(let c)): code.vcmpltps(a, b, c)
    case ("movsxd", .general(let a), .memory(let b), nil): code.movsxd(a, b)
    case ("add", .general(let a), .memory(let b), nil): code.add(a, b)
    case ("sub", .general(let a), .general(let b), nil): code.sub(a, b)
    case ("and", .general(let a), .immediate(let b), nil): code.and(a, b)
    case ("vmulps", .vector(let a), .vector(let b), .memory(let c)): code.vmulps(a, b, c)
    case ("vandps", .vector(let a), .vector(let b), .memory(let c)): code.vandps(a, b, c)
    case ("vsqrtps", .vector(let a), .vector(let b), nil): code.vsqrtps(a, b)
    case ("vroundps", .vector(let a), .vector(let b), .immediate(let c)): code.vroundps(a, b, UInt8(c))
    case ("vaddpd", .vector(let a), .vector(let b), .vector(let c)): code.vaddpd(a, b, c)
    case ("vaddpd", .vector(let a), .vector(let b), .memory(let c)): code.vaddpd(a, b, c)
    case ("vmulpd", .vector(let a), .vector(let b), .vector(let c)): code.vmulpd(a, b, c)
    case ("vmulpd", .vector(let a), .vector(let b), .memory(let c)): code.vmulpd(a, b, c)
    case ("vdivpd", .vector(let a), .vector(let b), .vector(let c)): code.vdivpd(a, b, c)
    case ("vbroadcastsd", .vector(let a), .memory(let b), nil): code.vbroadcastsd(a, b)
    case ("vpmovzxwd", .vector(let a), .memory(let b), nil): code.vpmovzxwd(a, b)
    case ("vcvtph2ps", .vector(let a), .memory(let b), nil): code.vcvtph2ps(a, b)
    case ("vbroadcastf128", .vector(let a), .memory(let b), nil): code.vbroadcastf128(a, b)
    case ("vcvtdq2pd", .vector(let a), .memory(let b), nil): code.vcvtdq2pd(a, b)
    case ("vcvtdq2ps", .vector(let a), .vector(let b), nil): code.vcvtdq2ps(a, b)
    case ("vpaddb", .vector(let a), .vector(let b), .memory(let c)): code.vpaddb(a, b, c)
    case ("vpaddd", .vector(let a), .vector(let b), .vector(let c)): code.vpaddd(a, b, c)
    case ("vpaddd", .vector(let a), .vector(let b), .memory(let c)): code.vpaddd(a, b, c)
    case ("vpsubd", .vector(let a), .vector(let b), .vector(let c)): code.vpsubd(a, b, c)
    case ("vpsubd", .vector(let a), .vector(let b), .memory(let c)): code.vpsubd(a, b, c)
    case ("vpmulld", .vector(let a), .vector(let b), .memory(let c)): code.vpmulld(a, b, c)
    case ("vpmaxsd", .vector(let a), .vector(let b), .vector(let c)): code.vpmaxsd(a, b, c)
    case ("vpmaxsd", .vector(let a), .vector(let b), .memory(let c)): code.vpmaxsd(a, b, c)
    case ("vpminsd", .vector(let a), .vector(let b), .memory(let c)): code.vpminsd(a, b, c)
    case ("vpcmpeqd", .vector(let a), .vector(let b), .vector(let c)): code.vpcmpeqd(a, b, c)
    case ("vpcmpgtd", .vector(let a), .vector(let b), .vector(let c)): code.vpcmpgtd(a, b, c)
    case ("vpcmpeqq", .vector(let a), .vector(let b), .vector(let c)): code.vpcmpeqq(a, b, c)
    case ("vpcmpgtq", .vector(let a), .vector(let b), .vector(let c)): code.vpcmpgtq(a, b, c)
    case ("vpor", .vector(let a), .vector(let b), .vector(let c)): code.vpor(a, b, c)
    case ("vpmaddubsw", .vector(let a), .vector(let b), .vector(let c)): code.vpmaddubsw(a, b, c)
    case ("vpmaddwd", .vector(let a), .vector(let b), .vector(let c)): code.vpmaddwd(a, b, c)
    case ("vpdpwssd", .vector(let a), .vector(let b), .vector(let c)): code.vpdpwssd(a, b, c)
    case ("vpdpwssd", .vector(let a), .vector(let b), .memory(let c)): code.vpdpwssd(a, b, c)
    case ("vpdpwssd", .vector(let a), .vector(let b), .broadcast(let c)): code.vpdpwssd(a, b, broadcast: c)
    case ("vpdpbusd", .vector(let a), .vector(let b), .vector(let c)): code.vpdpbusd(a, b, c)
    case ("vpandd", .vector(let a), .vector(let b), .memory(let c)): code.vpand(a, b, c)
    case ("vrndscaleps", .vector(let a), .vector(let b), .immediate(let c)): code.vroundps(a, b, UInt8(c))
    case ("vpmovswb", .vector(let a), .vector(let b), nil): code.vpmovswb(low: a, b)
    case ("vpmovuswb", .vector(let a), .vector(let b), nil): code.vpmovuswb(low: a, b)
    case ("vpaddsw", .vector(let a), .vector(let b), .vector(let c)): code.vpaddsw(a, b, c)
    case ("vpaddsw", .vector(let a), .vector(let b), .memory(let c)): code.vpaddsw(a, b, c)
    case ("vpacksswb", .vector(let a), .vector(let b), .vector(let c)): code.vpacksswb(a, b, c)
    case ("vpackuswb", .vector(let a), .vector(let b), .vector(let c)): code.vpackuswb(a, b, c)
    case ("vpunpcklbw", .vector(let a), .vector(let b), .vector(let c)): code.vpunpcklbw(a, b, c)
    case ("vpunpckhbw", .vector(let a), .vector(let b), .vector(let c)): code.vpunpckhbw(a, b, c)
    case ("vpsraw", .vector(let a), .vector(let b), .immediate(let c)): code.vpsraw(a, b, UInt8(c))
    case ("vfmadd231ps down", .vector(let a), .vector(let b), .vector(let c)): code.vfmadd231ps(down: a, b, c)
    case ("vcvtps2dq down", .vector(let a), .vector(let b), nil): code.vcvtps2dq(down: a, b)
    case ("vpmaxsw", .vector(let a), .vector(let b), .memory(let c)): code.vpmaxsw(a, b, c)
    case ("vpminsw", .vector(let a), .vector(let b), .memory(let c)): code.vpminsw(a, b, c)
    case ("vpmovsdb", .memory(let a), .vector(let b), nil): code.vpmovsdb(a, b)
    case ("vpmovusdb", .memory(let a), .vector(let b), nil): code.vpmovusdb(a, b)
    case ("vpternlogd", .vector(let a), .vector(let b), .memory(let c)):
      if case .immediate(0b1110_1010) = operands.last {
        code.vpternlogd(and: a, b, or: c)
      } else {
        code.vpternlogd(select: a, b, mask: c)
      }
    case ("vpternlogd", .vector(let a), .vector(let b), .vector(let c)): code.vpternlogd(and: a, b, or: c)
    case ("vpmovsdw", .memory(let a), .vector(let b), nil): code.vpmovsdw(a, b)
    case ("vextracti32x8", .vector(let a), .vector(let b), .immediate(let c)):
      code.vextracti32x8(low: a, b, UInt8(c))
    case ("vextracti32x8", .memory(let a), .vector(let b), .immediate(let c)):
      code.vextracti32x8(a, b, UInt8(c))
    case ("vinserti32x8", .vector(let a), .vector(let b), .vector(let c)): code.vinserti32x8(upper: a, b, c)
    case ("vinserti32x8", .vector(let a), .vector(let b), .memory(let c)): code.vinserti32x8(upper: a, b, c)
    case ("vbroadcastf32x8", .vector(let a), .memory(let b), nil): code.vbroadcastf32x8(a, b)
    case ("vpackssdw", .vector(let a), .vector(let b), .vector(let c)): code.vpackssdw(a, b, c)
    case ("vcvtps2dq", .vector(let a), .vector(let b), nil): code.vcvtps2dq(a, b)
    case ("vpermq", .vector(let a), .vector(let b), .immediate(let c)): code.vpermq(a, b, UInt8(c))
    case ("vpermq", .vector(let a), .vector(let b), .vector(let c)): code.vpermq(a, order: b, c)
    case ("vpermd", .vector(let a), .vector(let b), .vector(let c)): code.vpermd(a, order: b, c)
    case ("vpermi2b", .vector(let a), .vector(let b), .vector(let c)): code.vpermi2b(a, b, c)
    case ("vpunpcklwd", .vector(let a), .vector(let b), .vector(let c)): code.vpunpcklwd(a, b, c)
    case ("vpunpcklwd", .vector(let a), .vector(let b), .memory(let c)): code.vpunpcklwd(a, b, c)
    case ("vpunpckhwd", .vector(let a), .vector(let b), .vector(let c)): code.vpunpckhwd(a, b, c)
    case ("vpunpckhwd", .vector(let a), .vector(let b), .memory(let c)): code.vpunpckhwd(a, b, c)
    case ("vpmaxsw", .vector(let a), .vector(let b), .vector(let c)): code.vpmaxsw(a, b, c)
    case ("vpabsd", .vector(let a), .vector(let b), nil): code.vpabsd(a, b)
    case ("vpshufb", .vector(let a), .vector(let b), .vector(let c)): code.vpshufb(a, b, c)
    case ("vpshufb", .vector(let a), .vector(let b), .memory(let c)): code.vpshufb(a, b, c)
    case ("vpslld", .vector(let a), .vector(let b), .immediate(let c)): code.vpslld(a, b, UInt8(c))
    case ("vpsrld", .vector(let a), .vector(let b), .immediate(let c)): code.vpsrld(a, b, UInt8(c))
    case ("vpsrad", .vector(let a), .vector(let b), .immediate(let c)): code.vpsrad(a, b, UInt8(c))
    case ("vpshufd", .vector(let a), .vector(let b), .immediate(let c)): code.vpshufd(a, b, UInt8(c))
    case ("vmovq", .low(let a), .memory(let b), nil): code.vmovq(low: a, b)
    case ("vmovhps", .low(let a), .low(let b), .memory(let c)): code.vmovhps(low: a, b, c)
    case ("vmovups", .memory(let a), .low(let b), nil): code.vmovups(a, low: b)
    case ("vextractf128", .memory(let a), .vector(let b), .immediate(let c)): code.vextractf128(a, b, UInt8(c))
    default: return applyBytes(mnemonic, operands, &code)
    }
    return true
  }

  /// Forms that widen bytes, multiply to 64 bits, shift by lane and narrow again.
  private static func applyBytes(_ mnemonic: String, _ operands: [Operand], _ code: inout X86Assembler) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("movzx", .general(let a), .memory(let b), nil): code.movzx(a, byte: b)
    case ("movb", .memory(let a), .general(let b), nil): code.mov(byte: a, b)
    case ("vpmovsxbd", .vector(let a), .memory(let b), nil): code.vpmovsxbd(a, b)
    case ("vpmovzxbd", .vector(let a), .memory(let b), nil): code.vpmovzxbd(a, b)
    case ("vpmovsxbw", .vector(let a), .memory(let b), nil): code.vpmovsxbw(a, b)
    case ("vpmovzxbw", .vector(let a), .memory(let b), nil): code.vpmovzxbw(a, b)
    case ("vcvttps2dq", .vector(let a), .memory(let b), nil): code.vcvttps2dq(a, b)
    case ("vcvttps2dq", .vector(let a), .vector(let b), nil): code.vcvttps2dq(a, b)
    case ("vpmuldq", .vector(let a), .vector(let b), .vector(let c)): code.vpmuldq(a, b, c)
    case ("vpmuldq", .vector(let a), .vector(let b), .memory(let c)): code.vpmuldq(a, b, c)
    case ("vpaddq", .vector(let a), .vector(let b), .memory(let c)): code.vpaddq(a, b, c)
    case ("vpsubw", .vector(let a), .vector(let b), .vector(let c)): code.vpsubw(a, b, c)
    case ("vpsubw", .vector(let a), .vector(let b), .memory(let c)): code.vpsubw(a, b, c)
    case ("vpmaddwd", .vector(let a), .vector(let b), .memory(let c)): code.vpmaddwd(a, b, c)
    case ("vpand", .vector(let a), .vector(let b), .memory(let c)): code.vpand(a, b, c)
    case ("vpmaxsb", .vector(let a), .vector(let b), .memory(let c)): code.vpmaxsb(a, b, c)
    case ("vpmaxsb", .vector(let a), .vector(let b), .vector(let c)): code.vpmaxsb(a, b, c)
    case ("vpmaxub", .vector(let a), .vector(let b), .memory(let c)): code.vpmaxub(a, b, c)
    case ("vpmaxub", .vector(let a), .vector(let b), .vector(let c)): code.vpmaxub(a, b, c)
    case ("vpminsb", .vector(let a), .vector(let b), .memory(let c)): code.vpminsb(a, b, c)
    case ("vpminsb", .vector(let a), .vector(let b), .vector(let c)): code.vpminsb(a, b, c)
    case ("vpminub", .vector(let a), .vector(let b), .memory(let c)): code.vpminub(a, b, c)
    case ("vpminub", .vector(let a), .vector(let b), .vector(let c)): code.vpminub(a, b, c)
    case ("vpminsd", .vector(let a), .vector(let b), .vector(let c)): code.vpminsd(a, b, c)
    case ("vpmulld", .vector(let a), .vector(let b), .vector(let c)): code.vpmulld(a, b, c)
    case ("vpsllvd", .vector(let a), .vector(let b), .memory(let c)): code.vpsllvd(a, b, c)
    case ("vpsravd", .vector(let a), .vector(let b), .memory(let c)): code.vpsravd(a, b, c)
    case ("vpsrlvq", .vector(let a), .vector(let b), .memory(let c)): code.vpsrlvq(a, b, c)
    case ("vpsllq", .vector(let a), .vector(let b), .immediate(let c)): code.vpsllq(a, b, UInt8(c))
    case ("vpsrlq", .vector(let a), .vector(let b), .immediate(let c)): code.vpsrlq(a, b, UInt8(c))
    case ("vextracti128", .low(let a), .vector(let b), .immediate(let c)): code.vextracti128(low: a, b, UInt8(c))
    case ("vpackssdw", .low(let a), .low(let b), .low(let c)): code.vpackssdw(low: a, b, c)
    case ("vpacksswb", .low(let a), .low(let b), .low(let c)): code.vpacksswb(low: a, b, c)
    case ("vpackuswb", .low(let a), .low(let b), .low(let c)): code.vpackuswb(low: a, b, c)
    case ("vmovq", .memory(let a), .low(let b), nil): code.vmovq(a, low: b)
    default: return applyFused(mnemonic, operands, &code)
    }
    return true
  }

  /// Forms that functions of floats and transpositions use.
  private static func applyFused(_ mnemonic: String, _ operands: [Operand], _ code: inout X86Assembler) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("vfmadd213ps", .vector(let a), .vector(let b), .memory(let c)): code.vfmadd213ps(a, b, c)
    case ("vfmadd213ps", .vector(let a), .vector(let b), .vector(let c)): code.vfmadd213ps(a, b, c)
    case ("vfnmadd231ps", .vector(let a), .vector(let b), .memory(let c)): code.vfnmadd231ps(a, b, c)
    case ("vfnmadd231ps", .vector(let a), .vector(let b), .vector(let c)): code.vfnmadd231ps(a, b, c)
    case ("vsubps", .vector(let a), .vector(let b), .memory(let c)): code.vsubps(a, b, c)
    case ("vandps", .vector(let a), .vector(let b), .vector(let c)): code.vandps(a, b, c)
    case ("vunpcklps", .vector(let a), .vector(let b), .vector(let c)): code.vunpcklps(a, b, c)
    case ("vunpckhps", .vector(let a), .vector(let b), .vector(let c)): code.vunpckhps(a, b, c)
    case ("vtestps", .vector(let a), .vector(let b), nil): code.vtestps(a, b)
    case ("vmovups", .low(let a), .memory(let b), nil): code.vmovups(low: a, b)
    case ("vmovss", .memory(let a), .low(let b), nil): code.vmovss(a, b)
    default: return applyPackedOfFour(mnemonic, operands, &code)
    }
    return true
  }

  /// Forms with four operands, the last of which is a constant or a mask.
  private static func applyPackedOfFour(_ mnemonic: String, _ operands: [Operand], _ code: inout X86Assembler) -> Bool {
    if mnemonic == "vblendvps", operands.count == 4, case .vector(let a) = operands[0],
      case .vector(let b) = operands[1],
      case .vector(let c) = operands[2], case .vector(let mask) = operands[3]
    {
      code.vblendvps(a, b, c, mask: mask)
      return true
    }
    if mnemonic == "vpclmulqdq", operands.count == 4, case .low(let a) = operands[0], case .low(let b) = operands[1],
      case .low(let c) = operands[2], case .immediate(let lanes) = operands[3]
    {
      code.vpclmulqdq(low: a, b, c, UInt8(lanes))
      return true
    }
    guard operands.count == 4, case .vector(let a) = operands[0], case .vector(let b) = operands[1],
      case .immediate(let constant) = operands[3]
    else { return false }
    switch (mnemonic, operands[2]) {
    case ("vinsertf128", .memory(let c)): code.vinsertf128(a, b, c, UInt8(constant))
    case ("vshufps", .vector(let c)): code.vshufps(a, b, c, UInt8(constant))
    case ("vpblendd", .vector(let c)): code.vpblendd(a, b, c, UInt8(constant))
    case ("vperm2f128", .vector(let c)): code.vperm2f128(a, b, c, UInt8(constant))
    case ("vinserti128", .low(let c)): code.vinserti128(a, b, low: c, UInt8(constant))
    default: return false
    }
    return true
  }

  private static func parse(_ text: String) -> Operand? {
    if let register = general(text) { return .general(register) }
    if text.hasPrefix("xmm"), let number = Int(text.dropFirst(3)) { return .low(X86VectorRegister(number)) }
    if text.hasPrefix("zmm"), let number = Int(text.dropFirst(3)) { return .vector(X86VectorRegister(number)) }
    if text.hasPrefix("ymm"), let number = Int(text.dropFirst(3)) { return .vector(X86VectorRegister(number)) }
    if let value = Int(text) { return .immediate(value) }
    if text.hasPrefix("dwordbcst["), text.hasSuffix("]") {
      return memory(String(text.dropFirst("dwordbcst[".count).dropLast())).map(Operand.broadcast)
    }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    return memory(String(text.dropFirst().dropLast())).map(Operand.memory)
  }

  private static func general(_ text: String) -> X86GeneralRegister? {
    X86GeneralRegister.allCases.first { "\($0)" == text || bytes[Int($0.rawValue)] == text }
  }

  /// The names of the low bytes of general registers.
  private static let bytes = [
    "al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b",
  ]

  /// `base`, `base±displacement`, `base+index*scale` or `base+index*scale±displacement`.
  private static func memory(_ text: String) -> X86Memory? {
    var displacement = 0
    var index: X86GeneralRegister?
    var scale = 1
    let terms = text.replacing("-", with: "+-").split(separator: "+").map(String.init)
    guard let first = terms.first, let base = general(first) else { return nil }
    for term in terms.dropFirst() {
      let factors = term.split(separator: "*").map(String.init)
      if factors.count == 2, let register = general(factors[0]), let factor = Int(factors[1]) {
        index = register
        scale = factor
      } else if let value = Int(term) {
        displacement = value
      } else {
        return nil
      }
    }
    return X86Memory(base, index: index, scale: scale, displacement)
  }
}
