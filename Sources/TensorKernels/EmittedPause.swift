import MachineCode

/// The instruction that tells a processor that a loop only waits: Swift has none.
package enum EmittedPause {
  /// Executes it once, which takes some tens of nanoseconds; nil where no code can be emitted.
  package static let function: (@convention(c) () -> Void)? = EmittedLibrary.pause.map {
    unsafeBitCast($0.address, to: (@convention(c) () -> Void).self)
  }
}

extension X86Emitter {
  static func pause() -> [UInt8]? {
    var code = Assembler()
    code.pause()
    code.ret()
    return code.finished()
  }
}
