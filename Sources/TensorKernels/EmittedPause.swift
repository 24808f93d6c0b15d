import MachineCode

/// The instruction that tells a processor that a loop is only waiting, for which Swift has no intrinsic.
package enum EmittedPause {
  /// Executes it once, which takes a few tens of nanoseconds; nil if no code can be emitted.
  package static let function: (@convention(c) () -> Void)? = EmittedLibrary.pause.map {
    unsafeBitCast($0.address, to: (@convention(c) () -> Void).self)
  }
}

extension X86Emitter {
  static func pause() -> [UInt8]? {
    var code = X86Assembler()
    code.pause()
    code.ret()
    return code.finished()
  }
}

extension ARM64Emitter {
  /// YIELD does nothing on most processors; fetching the instructions again takes as long as x86-64's hint.
  static func pause() -> [UInt8]? {
    var code = ARM64Assembler()
    code.yield()
    code.isb()
    code.ret()
    return code.finished()
  }
}
