import MachineCode

extension EmittedRoutines {
  /// Routines of x86-64, one after the other.
  package init(_ names: some Sequence<Name>, _ emit: (_ code: inout X86Assembler, _ name: Name) -> Void) {
    self.init()
    var code = X86Assembler()
    for name in names {
      offsets.append((name, code.byteCount))
      emit(&code, name)
    }
    self.code = code.finished()
  }
}
