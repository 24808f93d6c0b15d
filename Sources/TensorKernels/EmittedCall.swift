import MachineCode

/// The address of emitted code that can be called as a C function.
struct EmittedFunction: Sendable {
  let address: Int

  init(_ pointer: UnsafeRawPointer) {
    address = Int(bitPattern: pointer)
  }
}

/// One call of emitted code: a function, and what goes into the six registers of a C function's arguments.
///
/// Whoever made the call keeps the code and the memory that the arguments point to, but for a table made for the call.
package struct EmittedCall: Sendable {
  private typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int) -> Void
  typealias Arguments = (Int, Int, Int, Int, Int, Int)

  let function: EmittedFunction
  let arguments: Arguments
  /// A table that an argument points to and that lives as long as the call.
  let table: AlignedBuffer?

  /// A call of `function`; arguments that it does not have stay zero.
  init(_ function: EmittedFunction, _ arguments: Arguments, table: AlignedBuffer? = nil) {
    self.function = function
    self.arguments = arguments
    self.table = table
  }

  /// Calls that one operator may have in a table: more would take more memory than the time they save is worth.
  static let mostOfOperator = 1 << 14

  /// Calls the function.
  package func run() {
    let function = unsafeBitCast(function.address, to: Function.self)
    function(
      arguments.0, arguments.1, arguments.2, arguments.3, arguments.4, arguments.5)
  }

  /// Makes the calls for some units of work, those of a few at a time: the calls of very many would take much memory.
  static func run(_ units: Range<Int>, calls: (Range<Int>) -> [EmittedCall]) {
    for first in stride(from: units.lowerBound, to: units.upperBound, by: unitsAtATime) {
      for call in calls(first..<min(first + unitsAtATime, units.upperBound)) { call.run() }
    }
  }

  private static let unitsAtATime = 256
}

/// Calls of emitted code, one after the other with no Swift in between: small operators cost what they compute, in a
/// debug build too.
///
///     table:  | function | 6 arguments |   for each call
package final class EmittedSequence {
  private typealias Function = @convention(c) (UnsafePointer<Int>, Int) -> Void

  private static let wordCount = 7
  private let function: Function
  private let table: UnsafeMutablePointer<Int>
  /// What the calls' arguments point to.
  private let tables: [AlignedBuffer]
  /// Calls in the table.
  package let count: Int

  /// Writes the table; nil where no code can be emitted.
  package init?(_ calls: [EmittedCall]) {
    guard let code = EmittedLibrary.sequence else { return nil }
    function = unsafeBitCast(code.address, to: Function.self)
    count = calls.count
    // Neighbouring calls share one.
    var tables: [AlignedBuffer] = []
    for case let table? in calls.map(\.table) where table !== tables.last { tables.append(table) }
    self.tables = tables
    table = .allocate(capacity: max(calls.count, 1) * Self.wordCount)
    for (index, call) in calls.enumerated() {
      let words = table + index * Self.wordCount
      words.initialize(to: call.function.address)
      withUnsafeBytes(of: call.arguments) { bytes in
        UnsafeMutableRawPointer(words + 1).copyMemory(
          from: bytes.baseAddress.unsafelyUnwrapped, byteCount: bytes.count)
      }
    }
  }

  deinit { table.deallocate() }

  /// Makes the calls, in order.
  package func run() {
    if count > 0 { function(table, count) }
  }

  /// Arguments: `rdi` first call, `rsi` calls.
  static func emit() -> Assembler {
    var code = Assembler()
    code.push(.rbx)
    code.push(.rbp)
    // The stack is on a 16-byte boundary where a function is called.
    code.sub(.rsp, 8)
    code.mov(.rbx, .rdi)
    code.mov(.rbp, .rsi)
    let next = code.here()
    let registers: [GeneralRegister] = [.rax, .rdi, .rsi, .rdx, .rcx, .r8, .r9]
    for (index, register) in registers.enumerated() { code.mov(register, Memory(.rbx, index * 8)) }
    code.call(.rax)
    code.add(.rbx, wordCount * 8)
    code.sub(.rbp, 1)
    code.jump(.notEqual, next)
    code.add(.rsp, 8)
    code.pop(.rbp)
    code.pop(.rbx)
    code.ret()
    return code
  }
}
