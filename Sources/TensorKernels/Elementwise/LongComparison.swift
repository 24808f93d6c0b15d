import MachineCode

/// Comparisons of 64-bit integers in emitted vectors, eight at a time: the compiler's baseline has none of these.
struct LongComparison: EmittedCode, Sendable {
  struct Routine: Sendable, Hashable {
    let comparison: ElementComparison
    /// The operand that has one element.
    let broadcast: RowCode.Broadcast
  }

  struct Arguments {
    let left: UnsafeRawPointer, right: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    /// A positive multiple of eight.
    let count: Int
  }

  private let comparison: ElementComparison
  private let broadcasting: Broadcasting
  private let function: EmittedFunction<Arguments>

  static var isAvailable: Bool { MachineCodeSupport.obstacle == nil && Architecture.current == .x86 }

  /// Nil if no code can be emitted.
  ///
  /// - Precondition: the comparison is `equal`, `notEqual`, `less` or `lessOrEqual`.
  init?(_ comparison: ElementComparison, _ broadcasting: Broadcasting) {
    let broadcast: RowCode.Broadcast =
      broadcasting.innerStep(of: 0) == 0 ? .left : broadcasting.innerStep(of: 1) == 0 ? .right : .none
    guard let code = Self.shared(Routine(comparison: comparison, broadcast: broadcast), name: "long-comparison") else {
      return nil
    }
    (self.comparison, self.broadcasting, function) = (comparison, broadcasting, EmittedFunction(code))
  }

  /// Computes elements `elements` of the flattened output, the last ones of each row by the plain loops.
  func run(
    _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ output: UnsafeMutablePointer<UInt8>
  ) {
    broadcasting.forEachRun(in: elements) { position, row, start, count in
      func place(_ operand: Int) -> Int {
        (broadcasting.offset(ofRow: row, in: operand) + start * broadcasting.innerStep(of: operand)) * 8
      }
      let whole = count & ~7
      if whole > 0 {
        function.call(
          Arguments(left: left + place(0), right: right + place(1), output: output + position, count: whole)
        ).run()
      }
      guard whole < count else { return }
      comparison.run(.int64, broadcasting, position + whole..<position + count, left, right, output)
    }
  }
}

extension LongComparison {
  static func x86(_ routine: Routine) -> [UInt8]? {
    let arguments = X86ArgumentRegisters<Arguments>()
    var registers = X86RegisterFile(arguments: arguments.all)
    let (x, y, result) = (registers.vectors(2), registers.vectors(2), registers.vectors(2)), one = registers.vector()
    let (left, right, output) = (arguments[\.left], arguments[\.right], arguments[\.output])
    var code = X86Assembler()
    code.enter(registers)
    for half in 0..<2 {
      if routine.broadcast == .left { code.vbroadcastsd(x[half], X86Memory(left)) }
      if routine.broadcast == .right { code.vbroadcastsd(y[half], X86Memory(right)) }
    }
    code.vpcmpeqq(one, one, one)
    code.vpsrld(one, one, 31)
    let next = code.here()
    for half in 0..<2 {
      if routine.broadcast != .left { code.vmovups(x[half], X86Memory(left, half * 32)) }
      if routine.broadcast != .right { code.vmovups(y[half], X86Memory(right, half * 32)) }
      switch routine.comparison {
      case .less: code.vpcmpgtq(result[half], y[half], x[half])
      case .lessOrEqual: code.vpcmpgtq(result[half], x[half], y[half])
      default: code.vpcmpeqq(result[half], x[half], y[half])
      }
    }
    // The lower halves of the results, in order.
    code.vshufps(result[0], result[0], result[1], 0b10_00_10_00)
    code.vpermq(result[0], result[0], 0b11_01_10_00)
    if routine.comparison == .equal || routine.comparison == .less {
      code.vpand(result[0], result[0], one)
    } else {
      // Of the opposite.
      code.vpaddd(result[0], result[0], one)
    }
    code.vextracti128(low: result[1], result[0], 1)
    code.vpackssdw(low: result[0], result[0], result[1])
    code.vpackuswb(low: result[0], result[0], result[0])
    code.vmovq(X86Memory(output), low: result[0])
    if routine.broadcast != .left { code.add(left, 64) }
    if routine.broadcast != .right { code.add(right, 64) }
    code.add(output, 8)
    code.sub(arguments[\.count], 8)
    code.jump(.notEqual, next)
    code.leave(registers)
    return code.finished()
  }
}
