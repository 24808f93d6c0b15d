import MachineCode
import Platform

/// The softmax of rows through an emitted loop around the system's `expf`, one element at a time: it has the bits of
/// ``UnaryElementwise/softmax(rows:length:beta:_:_:)``, without Swift between the elements.
package struct MachineSoftmax: Sendable {
  private let function: EmittedFunction
  private let constants: AlignedBuffer
  private let length: Int

  /// Nil where no code can be emitted.
  package init?(length: Int, beta: Float) {
    guard let code = EmittedLibrary.softmax, length > 0 else { return nil }
    function = EmittedFunction(code.address)
    self.length = length
    constants = AlignedBuffer(zeros: 26)
    constants.pointer.pointee = Float(bitPattern: .max)
    (constants.pointer + 8).update(repeating: beta, count: 8)
    (constants.pointer + 16).update(repeating: -.infinity, count: 8)
    let exponential: @convention(c) (Float) -> Float = expf
    UnsafeMutableRawPointer(constants.pointer + 24).storeBytes(
      of: unsafeBitCast(exponential, to: Int.self), as: Int.self)
  }

  /// Computes some rows.
  package func run(
    rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    call(rows: rows, input, output)?.run()
  }

  /// The call that computes some rows; nil if there are none.
  package func call(
    rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> EmittedCall? {
    guard !rows.isEmpty else { return nil }
    let first = rows.lowerBound * length
    return EmittedCall(
      function,
      (
        Int(bitPattern: input + first), Int(bitPattern: output + first), Int(bitPattern: constants.pointer), rows.count,
        length, 0
      ))
  }
}

/// The routine of ``MachineSoftmax``.
enum SoftmaxCode {
  private static let savedRegisters: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14, .r15]
  // What a called function keeps.
  private static let input = GeneralRegister.rbx, output = GeneralRegister.rbp, constants = GeneralRegister.r12
  private static let rows = GeneralRegister.r13, length = GeneralRegister.r14, index = GeneralRegister.r15
  /// In the stack frame: the largest value of the row, and the sum.
  private static let largest = Memory(.rsp), sum = Memory(.rsp, 32)

  /// Arguments: `rdi` input, `rsi` output, `rdx` constants, `rcx` rows, at least one, `r8` length, at least one.
  ///
  ///     constants, byte 0: a mask of the first lane | 32: beta ×8 | 64: −∞ ×8 | 96: address of expf
  static func emit() -> Assembler {
    var code = Assembler()
    for register in savedRegisters { code.push(register) }
    // Keeps the stack on a 16-byte boundary where a function is called.
    code.sub(.rsp, 72)
    let moves: [(GeneralRegister, GeneralRegister)] = [
      (input, .rdi), (output, .rsi), (constants, .rdx), (rows, .rcx), (length, .r8),
    ]
    for (target, source) in moves { code.mov(target, source) }
    let (value, other, mask) = (VectorRegister(0), VectorRegister(1), VectorRegister(2))
    let nextRow = code.here()

    code.vmovups(other, Memory(constants, 64))
    emitLoop(&code) { code in
      code.vbroadcastss(value, Memory(input, index: index, scale: 4))
      // The second operand wins over a NaN.
      code.vmaxps(other, value, other)
    }
    code.vmovups(largest, other)
    code.vxorps(other, other, other)
    code.vmovups(sum, other)

    emitLoop(&code) { code in
      code.vbroadcastss(value, Memory(input, index: index, scale: 4))
      code.vmovups(other, largest)
      code.vsubps(value, value, other)
      code.vmulps(value, value, Memory(constants, 32))
      code.mov(.rax, Memory(constants, 96))
      code.vzeroupper()
      code.call(.rax)
      code.vmovups(mask, Memory(constants))
      code.vmaskmovps(Memory(output, index: index, scale: 4), mask: mask, value)
      code.vaddps(value, value, sum)
      code.vmovups(sum, value)
    }

    code.vbroadcastss(other, sum)
    code.vmovups(mask, Memory(constants))
    emitLoop(&code) { code in
      code.vbroadcastss(value, Memory(output, index: index, scale: 4))
      code.vdivps(value, value, other)
      code.vmaskmovps(Memory(output, index: index, scale: 4), mask: mask, value)
    }

    code.lea(input, Memory(input, index: length, scale: 4))
    code.lea(output, Memory(output, index: length, scale: 4))
    code.sub(rows, 1)
    code.jump(.notEqual, nextRow)
    code.vzeroupper()
    code.add(.rsp, 72)
    for register in savedRegisters.reversed() { code.pop(register) }
    code.ret()
    return code
  }

  /// `body` for each element of a row, at `index`.
  private static func emitLoop(_ code: inout Assembler, _ body: (inout Assembler) -> Void) {
    code.mov(index, 0)
    let next = code.here()
    body(&code)
    code.add(index, 1)
    code.cmp(index, length)
    code.jump(.less, next)
  }
}
