import MachineCode

/// A reduction through emitted code, for axes that merge to kept × reduced × kept: 32 or eight columns at a time.
///
///     output[a, c] = input[a, 0, c] ∘ input[a, 1, c] ∘ …
///
/// Elements are taken in memory order, as ``Reduction/run(_:shape:isReduced:input:output:)`` does.
package struct MachineReduction: Sendable {
  private let function: EmittedFunction
  private let constants: AlignedBuffer
  private let outerCount: Int

  /// Nil where no code can be emitted, and for axes that do not merge.
  package init?(_ operation: Reduction.Operation, shape: [Int], isReduced: [Bool]) {
    guard let code = EmittedLibrary.reductions else { return nil }
    // Outer kept, reduced, inner kept.
    var counts = [1, 1, 1]
    var part = 0
    for (axis, extent) in shape.enumerated() where extent != 1 {
      if isReduced[axis] {
        guard part < 2 else { return nil }
        part = 1
      } else if part == 1 {
        part = 2
      }
      counts[part] *= extent
    }
    if part == 0 {
      // Nothing is reduced.
      counts = [1, 1, counts[0]]
    }
    outerCount = counts[0]
    function = EmittedFunction(code.address(operation))
    constants = AlignedBuffer(zeros: 40)
    constants.pointer.update(repeating: operation.start, count: 8)
    // The reciprocal, as XNNPACK does.
    (constants.pointer + 8).update(repeating: 1 / Float(counts[1]), count: 8)
    (constants.pointer + 16).update(repeating: Float(bitPattern: .max), count: 8)
    let words = UnsafeMutableRawPointer(constants.pointer + 32)
    words.storeBytes(of: counts[1], as: Int.self)
    words.storeBytes(of: counts[2], toByteOffset: 8, as: Int.self)
    words.storeBytes(of: (counts[1] - 1) * counts[2] * 4, toByteOffset: 16, as: Int.self)
  }

  /// Computes everything.
  package func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    call(input: input, output: output)?.run()
  }

  /// The call that computes everything; nil if there is nothing to compute.
  package func call(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) -> EmittedCall? {
    guard outerCount > 0 else { return nil }
    return EmittedCall(
      function,
      (Int(bitPattern: input), 0, Int(bitPattern: output), Int(bitPattern: constants.pointer), outerCount, 0))
  }
}

/// The emitted routines of reductions; one set serves every operator.
struct ReductionCode: Sendable {
  private static let operations: [Reduction.Operation] = [.sum, .mean, .maximum, .minimum, .product]
  private let memory: ExecutableMemory
  private let offsets: [Int]

  /// Emits all routines; nil if the system refuses the pages.
  init?(_ allocator: CodeAllocator) {
    var code = Assembler()
    var offsets: [Int] = []
    for operation in Self.operations {
      offsets.append(code.bytes.count)
      Self.emit(&code, operation)
    }
    guard let memory = allocator.allocate(code.finished(), name: "reductions") else { return nil }
    self.memory = memory
    self.offsets = offsets
  }

  func address(_ operation: Reduction.Operation) -> UnsafeRawPointer {
    memory.address + offsets[Self.operations.firstIndex(of: operation) ?? 0]
  }

  private static let start = VectorRegister(14), mask = VectorRegister(15)

  /// Arguments: `rdi` input, `rdx` output, `rcx` constants, `r8` outer elements, at least one.
  ///
  ///     constants, byte 0: start ×8 | 32: reciprocal ×8 | 64: ones ×8 | 96: zeros ×8 | 128: reduced, inner,
  ///     bytes from the end of the first row to the next outer element
  private static func emit(_ code: inout Assembler, _ operation: Reduction.Operation) {
    code.push(.rbx)
    code.push(.rbp)
    code.vmovups(start, Memory(.rcx))
    code.mov(.rsi, Memory(.rcx, 128))
    code.mov(.r9, Memory(.rcx, 136))
    code.mov(.r10, .r9)
    code.and(.r10, -8)
    code.mov(.r11, .r10)
    code.sub(.r11, .r9)
    code.vmovups(mask, Memory(.rcx, index: .r11, scale: 4, 96))
    let nextOuter = code.here()
    // `rbp`: columns left of those that whole vectors take.
    code.mov(.rbp, .r10)
    let (narrow, tail, end) = (code.label(), code.label(), code.label())
    let nextWide = code.here()
    code.cmp(.rbp, 32)
    code.jump(.less, narrow)
    emitColumns(&code, operation, vectors: 4, isMasked: false)
    code.sub(.rbp, 32)
    code.jmp(nextWide)
    code.bind(narrow)
    let nextNarrow = code.here()
    code.test(.rbp, .rbp)
    code.jump(.equal, tail)
    emitColumns(&code, operation, vectors: 1, isMasked: false)
    code.sub(.rbp, 8)
    code.jmp(nextNarrow)
    code.bind(tail)
    code.test(.r11, .r11)
    code.jump(.equal, end)
    emitColumns(&code, operation, vectors: 1, isMasked: true)
    code.bind(end)
    // `rdi` is behind the first row of this outer element: the other rows follow.
    code.add(.rdi, Memory(.rcx, 144))
    code.sub(.r8, 1)
    code.jump(.notEqual, nextOuter)
    code.vzeroupper()
    code.pop(.rbp)
    code.pop(.rbx)
    code.ret()
  }

  /// All rows of some columns. Moves `rdi` and `rdx` along by the columns.
  private static func emitColumns(
    _ code: inout Assembler, _ operation: Reduction.Operation, vectors: Int, isMasked: Bool
  ) {
    let value = VectorRegister(8)
    for i in 0..<vectors { code.vmovups(VectorRegister(i), Memory(.rcx)) }
    code.mov(.rax, .rdi)
    code.mov(.rbx, .rsi)
    let (next, end) = (code.label(), code.label())
    code.bind(next)
    code.cmp(.rbx, 0)
    code.jump(.lessOrEqual, end)
    for i in 0..<vectors {
      let sum = VectorRegister(i)
      let memory = Memory(.rax, 32 * i)
      if isMasked { code.vmaskmovps(value, mask: mask, memory) } else { code.vmovups(value, memory) }
      switch operation {
      case .sum, .mean: code.vaddps(sum, sum, value)
      // The second operand wins over a NaN, so a NaN never becomes the result.
      case .maximum: code.vmaxps(sum, value, sum)
      case .minimum: code.vminps(sum, value, sum)
      case .product: code.vmulps(sum, sum, value)
      }
    }
    code.lea(.rax, Memory(.rax, index: .r9, scale: 4))
    code.sub(.rbx, 1)
    code.jmp(next)
    code.bind(end)
    for i in 0..<vectors {
      let sum = VectorRegister(i)
      if operation == .mean { code.vmulps(sum, sum, Memory(.rcx, 32)) }
      if isMasked {
        code.vmaskmovps(Memory(.rdx, 32 * i), mask: mask, sum)
      } else {
        code.vmovups(Memory(.rdx, 32 * i), sum)
      }
    }
    if isMasked {
      code.mov(.rax, 0)
      code.sub(.rax, .r11)
      code.lea(.rdi, Memory(.rdi, index: .rax, scale: 4))
      code.lea(.rdx, Memory(.rdx, index: .rax, scale: 4))
    } else {
      code.add(.rdi, 32 * vectors)
      code.add(.rdx, 32 * vectors)
    }
  }
}
