import MachineCode

/// Encodes an instruction in GNU as's syntax for AArch64, as in the fixture, through the assembler's methods.
enum ARM64InstructionText {
  private enum Operand {
    case general(ARM64GeneralRegister)
    /// The lower half of a general register.
    case word(ARM64GeneralRegister)
    case vector(ARM64VectorRegister)
    case scalar(Character, ARM64VectorRegister)
    case lane(ARM64VectorRegister, Int)
    /// A lane of bytes, 16 or 64 bits.
    case sized(Character, ARM64VectorRegister, Int)
    case immediate(Int)
    case shift(Int)
    case memory(ARM64Memory)
    /// Bytes from the instruction to its target.
    case distance(Int)
  }

  private typealias General = ARM64GeneralRegister
  private typealias Vector = ARM64VectorRegister
  private typealias Code = ARM64Assembler

  /// The bytes from the assembler; nil if it has no such form.
  static func encode(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let operands = parts.count < 2 ? [] : split(parts[1]).map(parse)
    guard let mnemonic = parts.first, !operands.contains(where: { $0 == nil }) else { return nil }
    var code = Code()
    let found = operands.compactMap { $0 }
    if case .distance(let bytes)? = found.last { return branch(mnemonic, found, bytes) }
    guard
      applyGeneral(mnemonic, found, &code) || applyMemory(mnemonic, found, &code)
        || applyVector(mnemonic, found, text, &code)
    else { return nil }
    return code.finished()
  }

  /// Operands, separated by commas outside brackets.
  private static func split(_ text: String) -> [String] {
    var operands = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { operands.append("") } else { operands[operands.count - 1].append(character) }
    }
    return operands.map { String($0.drop { $0 == " " }) }
  }

  private static func integer(_ text: some StringProtocol) -> Int? {
    text.hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16).map { Int(bitPattern: $0) } : Int(text)
  }

  private static func general(_ text: some StringProtocol) -> General? {
    General.allCases.first { "\($0)" == text }
  }

  private static func vector(_ text: some StringProtocol) -> Vector? {
    Int(text).map { Vector($0) }
  }

  private static func parse(_ text: String) -> Operand? {
    let text = text.filter { !"{}".contains($0) }
    if let register = general(text) { return .general(register) }
    if text.hasPrefix("#") { return integer(text.dropFirst()).map(Operand.immediate) }
    if text.hasPrefix("lsl #") { return integer(text.dropFirst(5)).map(Operand.shift) }
    if text.hasPrefix(".") { return Int(text.dropFirst()).map(Operand.distance) }
    if text.hasPrefix("[") { return memory(text.dropFirst().dropLast()).map(Operand.memory) }
    if text.hasPrefix("w") { return general("x" + text.dropFirst()).map(Operand.word) }
    if let size = text.first, "qds".contains(size), let register = vector(text.dropFirst()) {
      return .scalar(size, register)
    }
    let parts = text.dropFirst().split(separator: ".")
    guard text.hasPrefix("v"), parts.count == 2, let register = vector(parts[0]) else { return nil }
    guard parts[1].hasSuffix("]"), let size = parts[1].first else { return .vector(register) }
    return Int(parts[1].dropFirst(2).dropLast()).map {
      size == "s" ? .lane(register, $0) : .sized(size, register, $0)
    }
  }

  /// `base`, `base, #offset`, `base, index` or `base, index, lsl #shift`.
  private static func memory(_ text: some StringProtocol) -> ARM64Memory? {
    let parts = split(String(text))
    guard let base = general(parts[0]) else { return nil }
    guard parts.count > 1 else { return ARM64Memory(base) }
    if parts[1].hasPrefix("#") { return integer(parts[1].dropFirst()).map { ARM64Memory(base, $0) } }
    guard let index = general(parts[1]) else { return nil }
    return ARM64Memory(base, index: index, shift: parts.count > 2 ? integer(parts[2].dropFirst(5)) ?? -1 : 0)
  }

  /// A branch over other instructions, which are cut off.
  private static func branch(_ mnemonic: String, _ operands: [Operand], _ distance: Int) -> [UInt8]? {
    var code = Code()
    let target = code.label()
    if distance <= 0 {
      code.bind(target)
      for _ in 0..<(-distance / 4) { code.ret() }
    }
    let place = code.byteCount
    switch (mnemonic, operands[0]) {
    case ("b", _): code.b(target)
    case ("cbnz", .general(let a)): code.cbnz(a, target)
    default:
      let conditions: [String: Code.Condition] = [
        "eq": .equal, "ne": .notEqual, "ge": .greaterOrEqual, "lt": .less, "gt": .greater, "le": .lessOrEqual,
      ]
      guard mnemonic.hasPrefix("b."), let condition = conditions[String(mnemonic.dropFirst(2))] else { return nil }
      code.b(condition, target)
    }
    if distance > 0 {
      for _ in 1..<distance / 4 { code.ret() }
      code.bind(target)
    }
    return Array(code.finished()[place..<place + 4])
  }

  // MARK: General registers

  private static func applyGeneral(_ mnemonic: String, _ operands: [Operand], _ code: inout Code) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("ret", nil, nil, nil): code.ret()
    case ("yield", nil, nil, nil): code.yield()
    case ("isb", nil, nil, nil): code.isb()
    case ("blr", .general(let a), nil, nil): code.blr(a)
    case ("mov", .general(let a), .general(let b), nil): code.mov(a, b)
    case ("movz", .general(let a), .immediate(let b), nil): code.movz(a, b)
    case ("movn", .general(let a), .immediate(let b), nil): code.movn(a, b)
    case ("movk", .general(let a), .immediate(let b), nil): code.movk(a, b)
    case ("movz", .general(let a), .immediate(let b), .shift(let c)): code.movz(a, b, shift: c)
    case ("movn", .general(let a), .immediate(let b), .shift(let c)): code.movn(a, b, shift: c)
    case ("movk", .general(let a), .immediate(let b), .shift(let c)): code.movk(a, b, shift: c)
    case ("cmp", .general(let a), .general(let b), nil): code.cmp(a, b)
    case ("cmp", .general(let a), .immediate(let b), nil): code.cmp(a, b)
    case ("add", .general(let a), .general(let b), .immediate(let c)): code.add(a, b, c)
    case ("sub", .general(let a), .general(let b), .immediate(let c)): code.sub(a, b, c)
    case ("subs", .general(let a), .general(let b), .immediate(let c)): code.subs(a, b, c)
    case ("and", .general(let a), .general(let b), .immediate(let c)):
      code.and(a, b, clearing: c.trailingZeroBitCount)
    case ("lsl", .general(let a), .general(let b), .immediate(let c)): code.lsl(a, b, c)
    case ("lsl", .general(let a), .general(let b), .general(let c)): code.lsl(a, b, c)
    case ("add", .general(let a), .general(let b), .general(let c)): code.add(a, b, c, shift: shift(operands))
    case ("sub", .general(let a), .general(let b), .general(let c)): code.sub(a, b, c, shift: shift(operands))
    case ("madd", .general(let a), .general(let b), .general(let c)):
      guard case .general(let d)? = operands.last else { return false }
      code.madd(a, b, c, d)
    case ("ubfx", .general(let a), .general(let b), .immediate(let c)):
      guard case .immediate(let d)? = operands.last else { return false }
      code.ubfx(a, b, c, d)
    default: return false
    }
    return true
  }

  private static func shift(_ operands: [Operand]) -> Int {
    if case .shift(let count)? = operands.last { count } else { 0 }
  }

  // MARK: Memory

  private static func applyMemory(_ mnemonic: String, _ operands: [Operand], _ code: inout Code) -> Bool {
    switch (mnemonic, operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case ("ldr", .general(let a), .memory(let b), nil): code.ldr(a, b)
    case ("str", .general(let a), .memory(let b), nil): code.str(a, b)
    case ("ldr", .word(let a), .memory(let b), nil): code.ldr(w: a, b)
    case ("str", .word(let a), .memory(let b), nil): code.str(w: a, b)
    case ("ldr", .scalar("q", let a), .memory(let b), nil): code.ldr(q: a, b)
    case ("str", .scalar("q", let a), .memory(let b), nil): code.str(q: a, b)
    case ("ldr", .scalar("d", let a), .memory(let b), nil): code.ldr(d: a, b)
    case ("str", .scalar("d", let a), .memory(let b), nil): code.str(d: a, b)
    case ("ldr", .scalar("s", let a), .memory(let b), nil): code.ldr(s: a, b)
    case ("str", .scalar("s", let a), .memory(let b), nil): code.str(s: a, b)
    case ("ldr", .general(let a), .memory(let b), .immediate(let c)): code.ldr(a, b.base, post: c)
    case ("str", .general(let a), .memory(let b), .immediate(let c)): code.str(a, b.base, post: c)
    case ("ldr", .scalar("q", let a), .memory(let b), .immediate(let c)): code.ldr(q: a, b.base, post: c)
    case ("str", .scalar("q", let a), .memory(let b), .immediate(let c)): code.str(q: a, b.base, post: c)
    case ("ldr", .scalar("s", let a), .memory(let b), .immediate(let c)): code.ldr(s: a, b.base, post: c)
    case ("str", .scalar("s", let a), .memory(let b), .immediate(let c)): code.str(s: a, b.base, post: c)
    case ("ldp", .general(let a), .general(let b), .memory(let c)): code.ldp(a, b, c)
    case ("stp", .general(let a), .general(let b), .memory(let c)): code.stp(a, b, c)
    case ("ldp", .scalar("d", let a), .scalar("d", let b), .memory(let c)): code.ldp(d: a, b, c)
    case ("stp", .scalar("d", let a), .scalar("d", let b), .memory(let c)): code.stp(d: a, b, c)
    case ("ldp", .scalar("q", let a), .scalar("q", let b), .memory(let c)):
      if case .immediate(let d)? = operands.last { code.ldp(q: a, b, c.base, post: d) } else { code.ldp(q: a, b, c) }
    case ("stp", .scalar("q", let a), .scalar("q", let b), .memory(let c)):
      if case .immediate(let d)? = operands.last { code.stp(q: a, b, c.base, post: d) } else { code.stp(q: a, b, c) }
    case ("ld1", .lane(let a, let n), .memory(let b), nil): code.ld1(a, lane: n, b.base)
    case ("st1", .lane(let a, let n), .memory(let b), nil): code.st1(a, lane: n, b.base)
    case ("ld1r", .vector(let a), .memory(let b), nil): code.ld1r(a, b.base)
    default: return false
    }
    return true
  }

  // MARK: Vectors

  private static let ofTwo: [String: @Sendable (inout Code, Vector, Vector, Vector) -> Void] = [
    "fadd": { $0.fadd($1, $2, $3) }, "fsub": { $0.fsub($1, $2, $3) }, "fmul": { $0.fmul($1, $2, $3) },
    "fdiv": { $0.fdiv($1, $2, $3) }, "fmax": { $0.fmax($1, $2, $3) }, "fmin": { $0.fmin($1, $2, $3) },
    "fmla": { $0.fmla($1, $2, $3) }, "fcmgt": { $0.fcmgt($1, $2, $3) }, "add": { $0.add($1, $2, $3) },
    "sub": { $0.sub($1, $2, $3) }, "mul": { $0.mul($1, $2, $3) }, "smax": { $0.smax($1, $2, $3) },
    "smin": { $0.smin($1, $2, $3) }, "uzp1": { $0.uzp1($1, $2, $3) }, "and": { $0.and($1, $2, $3) },
    "orr": { $0.orr($1, $2, $3) }, "eor": { $0.eor($1, $2, $3) }, "bit": { $0.bit($1, $2, $3) },
    "bif": { $0.bif($1, $2, $3) }, "tbl": { $0.tbl($1, $2, $3) }, "mla": { $0.mla($1, $2, $3) },
    "addp": { $0.addp($1, $2, $3) }, "fadd 2d": { $0.faddDoubles($1, $2, $3) },
    "fmul 2d": { $0.fmulDoubles($1, $2, $3) }, "fdiv 2d": { $0.fdivDoubles($1, $2, $3) },
    "zip1 2d": { $0.zip1Doubles($1, $2, $3) }, "add 16b": { $0.addBytes($1, $2, $3) },
    "addp 8h": { $0.addpHalfwords($1, $2, $3) }, "umull 8h": { $0.umullBytes($1, $2, $3) },
    "umull2 8h": { $0.umull2Bytes($1, $2, $3) }, "umull 4s": { $0.umull($1, $2, $3) },
    "umull2 4s": { $0.umull2($1, $2, $3) },
  ]

  private static let ofOne: [String: @Sendable (inout Code, Vector, Vector) -> Void] = [
    "fabs": { $0.fabs($1, $2) }, "fneg": { $0.fneg($1, $2) }, "fsqrt": { $0.fsqrt($1, $2) },
    "frintn": { $0.frintn($1, $2) }, "frintm": { $0.frintm($1, $2) }, "frintp": { $0.frintp($1, $2) },
    "fcvtzs": { $0.fcvtzs($1, $2) }, "scvtf": { $0.scvtf($1, $2) }, "fcmgt #0": { $0.fcmgtZero($1, $2) },
    "fcmlt #0": { $0.fcmltZero($1, $2) },
    "mov": { $0.mov($1, $2) }, "abs": { $0.abs($1, $2) },
  ]

  private static func applyVector(
    _ mnemonic: String, _ operands: [Operand], _ text: String, _ code: inout Code
  ) -> Bool {
    switch (operands.first, operands.dropFirst().first, operands.dropFirst(2).first) {
    case (.vector(let a), .vector(let b), .vector(let c)):
      // Where a mnemonic has several arrangements, the first operand's tells them apart.
      let arrangement = text.split(separator: ",")[0].split(separator: ".").last ?? ""
      guard let instruction = ofTwo["\(mnemonic) \(arrangement)"] ?? ofTwo[mnemonic] else { return false }
      instruction(&code, a, b, c)
    case (.vector(let a), .vector(let b), .lane(let c, let lane)):
      switch mnemonic {
      case "fmla": code.fmla(a, b, c, lane: lane)
      case "fmul": code.fmul(a, b, c, lane: lane)
      default: return false
      }
    case (.vector(let a), .vector(let b), .immediate(let count)) where mnemonic.contains("sh"):
      switch mnemonic {
      case "shl": code.shl(a, b, count)
      case "sshr": code.sshr(a, b, count)
      case "ushr": code.ushr(a, b, count)
      case "srshr": code.srshr(a, b, count)
      default: return false
      }
    case (.vector(let a), .vector(let b), let rest):
      let form = mnemonic + (text.contains(".8h") ? " bytes" : "") + (rest == nil ? "" : " #0")
      guard let instruction = ofOne[form] else { return false }
      instruction(&code, a, b)
    case (.vector(let a), .lane(let b, let lane), nil) where mnemonic == "dup": code.dup(a, b, lane: lane)
    case (.vector(let a), .word(let b), nil) where mnemonic == "dup": code.dup(a, w: b)
    case (.vector(let a), .sized("d", let b, let lane), nil): code.dupDouble(a, b, lane: lane)
    case (.vector(let a), .sized("h", let b, let lane), nil): code.dupHalfword(a, b, lane: lane)
    case (.vector(let a), .sized("b", let b, let lane), nil): code.dupByte(a, b, lane: lane)
    case (.word(let a), .lane(let b, let lane), nil) where mnemonic == "umov": code.umov(w: a, b, lane: lane)
    case (.scalar("d", let a), .general(let b), nil) where mnemonic == "scvtf": code.scvtf(d: a, b)
    case (.vector(let a), .immediate(let value), nil) where mnemonic == "movi": code.movi(a, value)
    case (.vector(let a), .immediate(let value), .shift(let count)) where mnemonic == "movi":
      code.movi(a, value, shift: count)
    default: return false
    }
    return true
  }
}
