import MachineCode

/// Emitted routines that compute rows of elements from rows of elements, eight at a time; one set serves every
/// operator.
///
///     output[r · outputStep + i] = f(left[r · leftStep + i], right[r · rightStep + i])     i < length, r < rows
///
/// Operations and their order are those of the portable vectors, so that results are equal to the bit. The last
/// elements of a row go through masked loads and stores: nothing outside a row is read or written.
struct RowCode: Sendable {
  /// What is computed.
  enum Function: Int, Sendable, CaseIterable {
    case add, subtract, multiply, divide, maximum, minimum, squaredDifference
    /// `left < 0 ? left · right : left`.
    case leaky
    /// `left`, limited.
    case limit
    /// `1 / (1 + e^-left)`.
    case logistic
    /// The other functions of ``UnaryFunction`` that vectors compute, of `left`.
    case absolute, negate, square, squareRoot, reciprocalSquareRoot, floor, ceiling, round
    case exponential, hyperbolicTangent, exponentialLinear, hardSwish, gaussianErrorLinearByTangent
    /// The bits of `left`, whatever they mean.
    case copy
    /// Zero; nothing is read.
    case zero

    var isBinary: Bool { rawValue <= Self.leaky.rawValue }
    /// Whether the result is limited to an interval.
    var isLimited: Bool { rawValue < Self.leaky.rawValue || self == .limit }
    var usesMathConstants: Bool { rawValue >= Self.logistic.rawValue && rawValue < Self.copy.rawValue }
  }

  /// Which operand has one element for each row.
  enum Broadcast: Int, Sendable, CaseIterable {
    case none, left, right
  }

  private let memory: ExecutableMemory
  private let offsets: [Int]

  /// Emits all routines; nil if the system refuses the pages.
  init?(_ code: CodeAllocator) {
    var emitter = RowEmitter()
    var offsets: [Int] = []
    for function in Function.allCases {
      for broadcast in Broadcast.allCases {
        offsets.append(emitter.code.bytes.count)
        if broadcast == .none || function.isBinary || function == .copy { emitter.emit(function, broadcast) }
      }
    }
    guard let memory = code.allocate(emitter.code.finished(), name: "rows") else { return nil }
    self.memory = memory
    self.offsets = offsets
  }

  /// The routine's first instruction.
  func address(_ function: Function, _ broadcast: Broadcast) -> UnsafeRawPointer {
    memory.address + offsets[function.rawValue * Broadcast.allCases.count + broadcast.rawValue]
  }

  // MARK: Constants

  /// Floats of a routine's constants:
  ///
  ///     byte 0: lower ×8 | 32: upper ×8 | 64: ones ×8 | 96: zeros ×8 | 128: row steps of left, right, output in bytes
  ///     | 160: ``MathConstant``s, ×8 each
  static func constants(
    _ function: Function, rowSteps: (left: Int, right: Int, output: Int), lower: Float, upper: Float
  ) -> AlignedBuffer {
    let constants = function.usesMathConstants ? MathConstant.allCases : []
    let buffer = AlignedBuffer(zeros: 40 + constants.count * 8)
    (buffer.pointer + 0).update(repeating: lower, count: 8)
    (buffer.pointer + 8).update(repeating: upper, count: 8)
    (buffer.pointer + 16).update(repeating: Float(bitPattern: .max), count: 8)
    let steps = UnsafeMutableRawPointer(buffer.pointer + 32)
    for (index, step) in [rowSteps.left, rowSteps.right, rowSteps.output].enumerated() {
      steps.storeBytes(of: step, toByteOffset: index * 8, as: Int.self)
    }
    for constant in constants {
      (buffer.pointer + 40 + constant.rawValue * 8).update(repeating: constant.value, count: 8)
    }
    return buffer
  }
}

/// Emits the routines of `RowCode`.
///
/// Arguments: `rdi` left, `rsi` right, `rdx` output, `rcx` constants, `r8` rows, at least one, `r9` length.
struct RowEmitter {
  var code = Assembler()

  let x = VectorRegister(0), zero = VectorRegister(11)
  private let y = VectorRegister(1), mask = VectorRegister(13)
  private let lower = VectorRegister(14), upper = VectorRegister(15)

  mutating func emit(_ function: RowCode.Function, _ broadcast: RowCode.Broadcast) {
    if function.isLimited {
      code.vmovups(lower, Memory(.rcx))
      code.vmovups(upper, Memory(.rcx, 32))
    }
    code.vxorps(zero, zero, zero)
    // `r10`: elements that whole vectors take; `r11`: minus the elements after them.
    code.mov(.r10, .r9)
    code.and(.r10, -8)
    code.mov(.r11, .r10)
    code.sub(.r11, .r9)
    code.vmovups(mask, Memory(.rcx, index: .r11, scale: 4, 96))

    let (tail, end) = (code.label(), code.label())
    let nextRow = code.here()
    if broadcast == .left { code.vbroadcastss(x, Memory(.rdi)) }
    if broadcast == .right { code.vbroadcastss(y, Memory(.rsi)) }
    code.mov(.rax, 0)
    code.test(.r10, .r10)
    code.jump(.equal, tail)
    let next = code.here()
    emitVector(function, broadcast, isMasked: false)
    code.add(.rax, 8)
    code.cmp(.rax, .r10)
    code.jump(.less, next)
    code.bind(tail)
    code.test(.r11, .r11)
    code.jump(.equal, end)
    emitVector(function, broadcast, isMasked: true)
    code.bind(end)
    code.add(.rdi, Memory(.rcx, 128))
    code.add(.rsi, Memory(.rcx, 136))
    code.add(.rdx, Memory(.rcx, 144))
    code.sub(.r8, 1)
    code.jump(.notEqual, nextRow)
    code.vzeroupper()
    code.ret()
  }

  /// Eight elements, at `rax`.
  private mutating func emitVector(
    _ function: RowCode.Function, _ broadcast: RowCode.Broadcast, isMasked: Bool
  ) {
    func load(_ target: VectorRegister, _ base: GeneralRegister) {
      let memory = Memory(base, index: .rax, scale: 4)
      if isMasked { code.vmaskmovps(target, mask: mask, memory) } else { code.vmovups(target, memory) }
    }
    if broadcast != .left, function != .zero { load(x, .rdi) }
    if broadcast != .right, function.isBinary { load(y, .rsi) }
    let value = emitValue(function)
    if function.isLimited {
      // The second operand wins over a NaN, so a NaN stays.
      code.vmaxps(value, lower, value)
      code.vminps(value, upper, value)
    }
    let memory = Memory(.rdx, index: .rax, scale: 4)
    if isMasked { code.vmaskmovps(memory, mask: mask, value) } else { code.vmovups(memory, value) }
  }

  /// The register that holds the value; `x` and `y` stay where they may be broadcast.
  private mutating func emitValue(_ function: RowCode.Function) -> VectorRegister {
    let value = VectorRegister(2)
    switch function {
    case .add: code.vaddps(value, x, y)
    case .subtract: code.vsubps(value, x, y)
    case .multiply: code.vmulps(value, x, y)
    case .divide: code.vdivps(value, x, y)
    // `y` wins only where it compares as larger or smaller.
    case .maximum: code.vmaxps(value, y, x)
    case .minimum: code.vminps(value, y, x)
    case .squaredDifference:
      code.vsubps(value, x, y)
      code.vmulps(value, value, value)
    case .leaky:
      code.vmulps(value, x, y)
      code.vcmpltps(VectorRegister(3), x, zero)
      code.vblendvps(value, x, value, mask: VectorRegister(3))
    case .limit, .copy: return x
    case .zero: return zero
    default: emitMath(function, value)
    }
    return value
  }
}

/// A routine of ``RowCode`` with its constants.
struct RowKernel: Sendable {
  private let function: EmittedFunction
  private let constants: AlignedBuffer

  /// Nil where no code can be emitted.
  ///
  /// - Parameter rowSteps: bytes from one row to the next.
  init?(
    _ function: RowCode.Function, broadcast: RowCode.Broadcast = .none,
    rowSteps: (left: Int, right: Int, output: Int) = (0, 0, 0), lower: Float = -.infinity, upper: Float = .infinity
  ) {
    guard let code = EmittedLibrary.rows else { return nil }
    self.function = EmittedFunction(code.address(function, broadcast))
    constants = RowCode.constants(function, rowSteps: rowSteps, lower: lower, upper: upper)
  }

  /// The call for `rows` rows of `length` elements of four bytes. Operands that the function does not have may be null.
  ///
  /// - Precondition: there is at least one row.
  func call(
    rows: Int = 1, length: Int, left: UnsafeRawPointer?, right: UnsafeRawPointer? = nil, output: UnsafeRawPointer
  ) -> EmittedCall {
    EmittedCall(
      function,
      (
        Int(bitPattern: left), Int(bitPattern: right), Int(bitPattern: output), Int(bitPattern: constants.pointer),
        rows,
        length
      ))
  }
}
