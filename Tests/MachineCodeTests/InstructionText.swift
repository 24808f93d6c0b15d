import MachineCode

/// Encodes an instruction written in Intel's syntax, as the fixture has it, through the assembler's methods.
enum InstructionText {
  private enum Operand {
    case general(GeneralRegister)
    case vector(VectorRegister)
    case memory(Memory)
    case immediate(Int)
  }

  /// The bytes that the assembler gives; nil if it has no such form.
  static func encode(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: " ", maxSplits: 1)
    let operands = parts.count < 2 ? [] : parts[1].split(separator: ",").map { parse($0.filter { $0 != " " }) }
    var code = Assembler()
    guard !operands.contains(where: { $0 == nil }), let mnemonic = parts.first,
      apply(String(mnemonic), operands.compactMap { $0 }, &code)
    else { return nil }
    return code.finished()
  }

  private static func apply(_ mnemonic: String, _ operands: [Operand], _ code: inout Assembler) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("ret", nil, nil, nil): code.ret()
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
    default: return false
    }
    return true
  }

  private static func parse(_ text: String) -> Operand? {
    if let register = general(text) { return .general(register) }
    if text.hasPrefix("ymm"), let number = Int(text.dropFirst(3)) { return .vector(VectorRegister(number)) }
    if let value = Int(text) { return .immediate(value) }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    return memory(String(text.dropFirst().dropLast())).map(Operand.memory)
  }

  private static func general(_ text: String) -> GeneralRegister? {
    GeneralRegister.allCases.first { "\($0)" == text }
  }

  /// `base`, `base±displacement`, `base+index*scale` or `base+index*scale±displacement`.
  private static func memory(_ text: String) -> Memory? {
    var displacement = 0
    var index: GeneralRegister?
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
    return Memory(base, index: index, scale: scale, displacement)
  }
}
