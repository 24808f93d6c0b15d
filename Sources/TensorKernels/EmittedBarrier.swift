import MachineCode
import Platform

/// Where threads that run emitted calls wait for each other, without leaving emitted code.
///
/// A counter counts arrivals. Whoever makes the n-th stop waits until it has reached n times the number of threads. The
/// others arrive within microseconds, so a thread looks again and again; when one has lost its processor, the others
/// offer theirs.
package final class EmittedBarrier {
  private static let yield: @convention(c) () -> Void = { _ = sched_yield() }

  /// Looks at the counter before the processor is offered to others.
  private static let patience = 4000

  /// What a stop is told.
  private struct Arguments {
    let counter: UnsafeMutablePointer<Int>
    /// Arrivals to wait for.
    let arrivalCount: Int
    /// A C function that is called when it takes long.
    let yield: UnsafeRawPointer
  }

  private let function: EmittedFunction<Arguments>
  private let threadCount: Int
  /// The counter, alone on its cache line.
  private let memory = AlignedBuffer(zeros: 32)
  private var counter: UnsafeMutablePointer<Int> {
    UnsafeMutableRawPointer(memory.pointer).assumingMemoryBound(to: Int.self)
  }

  /// A barrier for `threadCount` threads; nil where no code can be emitted.
  package init?(threadCount: Int) {
    guard let code = EmittedLibrary.barrier else { return nil }
    function = EmittedFunction(code)
    self.threadCount = threadCount
    UnsafeMutableRawPointer(memory.pointer).initializeMemory(as: Int.self, repeating: 0, count: 8)
  }

  /// Forgets all arrivals; while no thread is under way to a stop.
  package func reset() { counter.pointee = 0 }

  /// The call that every thread makes at stop `index`, counted from 0 since the last reset.
  package func call(stop index: Int) -> EmittedCall {
    function.call(
      Arguments(
        counter: counter, arrivalCount: (index + 1) * threadCount,
        yield: unsafeBitCast(Self.yield, to: UnsafeRawPointer.self)))
  }

  /// Arguments: `rdi` counter, `rsi` arrivals to wait for, `rdx` what to call when it takes long.
  static func emit() -> Assembler {
    var code = Assembler()
    let saved: [GeneralRegister] = [.rdi, .rsi, .rdx]
    let end = code.label()
    code.lockAdd(Memory(.rdi), 1)
    let start = code.here()
    code.mov(.rcx, patience)
    let again = code.here()
    code.mov(.rax, Memory(.rdi))
    code.cmp(.rax, .rsi)
    code.jump(.greaterOrEqual, end)
    code.pause()
    code.sub(.rcx, 1)
    code.jump(.notEqual, again)
    // Three words and the return address: the stack is on a 16-byte boundary, as a C function wants it.
    for register in saved { code.push(register) }
    code.call(.rdx)
    for register in saved.reversed() { code.pop(register) }
    code.jmp(start)
    code.bind(end)
    code.ret()
    return code
  }
}
