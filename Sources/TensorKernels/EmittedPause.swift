import MachineCode

/// The spin-wait hint instruction (PAUSE), which Swift has no intrinsic for.
package enum EmittedPause: EmittedCode {
  private static let code = memory(name: "pause")

  /// Executes it once, in a few tens of nanoseconds; nil if no code can be emitted.
  package static let function: (@convention(c) () -> Void)? = code.map {
    unsafeBitCast($0.address, to: (@convention(c) () -> Void).self)
  }
}

extension EmittedPause {
  package static func x86(_: Void) -> [UInt8]? {
    var code = X86Assembler()
    code.pause()
    code.ret()
    return code.finished()
  }
}

extension EmittedPause {
  /// YIELD does nothing on most processors; ISB refetches instructions, which takes as long as x86-64's hint.
  package static func arm64(_: Void) -> [UInt8]? {
    var code = ARM64Assembler()
    code.yield()
    code.isb()
    code.ret()
    return code.finished()
  }
}
