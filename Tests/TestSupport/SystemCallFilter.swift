#if canImport(Glibc) && arch(x86_64)
  import Glibc

  /// A filter that the kernel applies to the system calls of a thread, and of the processes that the thread starts
  /// (seccomp). It cannot be removed.
  ///
  /// Source: seccomp(2), <linux/filter.h>, <linux/seccomp.h>; numbers of calls: those of x86-64.
  public struct SystemCallFilter: Sendable {
    /// What happens to a call that matches a rule.
    public enum Verdict: Sendable {
      /// The call fails with an error number.
      case refuse(error: Int32)
      /// The process ends with the signal SIGSYS.
      case kill
    }

    /// A call by its number, whatever its arguments or only if one of them has some bits.
    public struct Rule: Sendable {
      let call: UInt32
      let argument: (index: UInt32, bits: UInt32)?

      /// Every use of a call.
      public init(_ call: UInt32) {
        self.call = call
        argument = nil
      }

      /// Uses of a call in which the argument with this index has one of `bits`.
      public init(_ call: UInt32, argument index: UInt32, hasAnyOf bits: UInt32) {
        self.call = call
        argument = (index, bits)
      }
    }

    /// Why a filter could not be installed.
    public struct Failure: Error {
      let code = errno
    }

    /// `sock_filter`.
    private struct Instruction {
      let code: UInt16
      var skipIfTrue: UInt8 = 0
      var skipIfFalse: UInt8 = 0
      let value: UInt32

      static func load(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, value: offset) }
      static func end(_ value: UInt32) -> Instruction { Instruction(code: 0x06, value: value) }
    }

    /// `sock_fprog`.
    private struct Program {
      let count: UInt16
      let first: UnsafePointer<Instruction>?
    }

    private let instructions: [Instruction]

    /// A filter that applies a verdict to the calls that match some rules and allows all others.
    public init(_ rules: [Rule], _ verdict: Verdict) {
      let value: UInt32 =
        switch verdict {
        case .refuse(let error): 0x0005_0000 | UInt32(error)
        case .kill: 0x8000_0000
        }
      // Of `seccomp_data`: the call's number at 0, the architecture at 4, the arguments' low halves from 16 on.
      var instructions = [
        Instruction.load(4), Instruction(code: 0x15, skipIfTrue: 1, value: 0xC000_003E), .end(0x8000_0000), .load(0),
      ]
      for rule in rules {
        instructions.append(Instruction(code: 0x15, skipIfFalse: rule.argument == nil ? 1 : 4, value: rule.call))
        if let argument = rule.argument {
          instructions.append(.load(16 + 8 * argument.index))
          instructions.append(Instruction(code: 0x45, skipIfFalse: 1, value: argument.bits))
        }
        instructions.append(.end(value))
        if rule.argument != nil { instructions.append(.load(0)) }
      }
      self.instructions = instructions + [.end(0x7FFF_0000)]
    }

    /// Puts the filter on the calling thread.
    public func install() throws {
      let control = try Self.control
      // Sets "no new privileges", without which only root may filter; then the filter.
      guard control(38, 1, 0, 0, 0) == 0 else { throw Failure() }
      let status = instructions.withUnsafeBufferPointer { instructions in
        withUnsafePointer(to: Program(count: UInt16(instructions.count), first: instructions.baseAddress)) {
          control(22, 2, Int(bitPattern: $0), 0, 0)
        }
      }
      guard status == 0 else { throw Failure() }
    }

    /// Whether this kernel has such filters.
    public static var isAvailable: Bool { (try? control)?(21, 0, 0, 0, 0) ?? -1 >= 0 }

    /// `prctl`, which is variadic in C, and so is not imported.
    private static var control: @convention(c) (Int32, Int, Int, Int, Int) -> Int32 {
      get throws {
        guard let symbol = dlsym(nil, "prctl") else { throw Failure() }
        return unsafeBitCast(symbol, to: (@convention(c) (Int32, Int, Int, Int, Int) -> Int32).self)
      }
    }
  }
#endif
