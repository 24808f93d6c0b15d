import MachineCode

/// Several routines in one block of code, and their offsets. An array: for a dictionary, the runtime would search all
/// conformances.
package struct EmittedRoutines<Name: Sendable>: Sendable {
  var code: [UInt8]
  var offsets: [(name: Name, offset: Int)]

  package init(code: [UInt8] = [], offsets: [(name: Name, offset: Int)] = []) {
    (self.code, self.offsets) = (code, offsets)
  }
}

package struct RoutineSet<Name: Sendable>: Sendable {
  private let memory: ExecutableMemory
  private let offsets: [(name: Name, offset: Int)]

  /// Process-wide routines; nil if there are none, or if the system refuses the pages.
  package init?(_ routines: EmittedRoutines<Name>?, name: String) {
    guard let routines, let memory = CodeAllocator.process.allocate(routines.code, name: name) else { return nil }
    self.memory = memory
    offsets = routines.offsets
  }

  /// A routine, which is never freed.
  ///
  /// - Precondition: `name` exists.
  package func function<Arguments: BitwiseCopyable>(
    _ name: Name, taking arguments: Arguments.Type
  ) -> EmittedFunction<Arguments> where Name: Equatable {
    guard let routine = offsets.first(where: { $0.name == name }) else { preconditionFailure("no routine is \(name)") }
    return EmittedFunction(memory, offset: routine.offset)
  }
}

extension EmittedCode where Input: Hashable & Sendable, Code == [UInt8] {
  /// Process-wide code, emitted on first use; nil if there is none, or if the system refuses the pages.
  package static func shared(_ input: Input, name: String) -> ExecutableMemory? {
    CodeAllocator.process.code(for: input, name: name) { emitted(input) }
  }
}

extension EmittedCode where Input == Void {
  package static func routines<Name>(name: String) -> RoutineSet<Name>? where Code == EmittedRoutines<Name> {
    RoutineSet(emitted(()), name: name)
  }
}
