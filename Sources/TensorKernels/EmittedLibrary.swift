import MachineCode

/// The emitted routines that serve every operator, each made once in a process; nil where no code can be emitted.
///
/// They come from an allocator of their own without a limit, since what one plan uses up must not turn them off for
/// others.
enum EmittedLibrary {
  private static let allocator = CodeAllocator()

  /// Functions of rows of elements.
  static let rows = CurrentEmitter.type?.rows().flatMap { RoutineSet($0, allocator, name: "rows") }
  /// Reductions.
  static let reductions = CurrentEmitter.type?.reductions().flatMap { RoutineSet($0, allocator, name: "reductions") }
  /// The softmax of rows.
  static let softmax = make("softmax") { $0.softmax() }
  /// Bilinear resampling.
  static let bilinearResize = make("bilinear-resize") { $0.bilinearResize() }
  /// What makes the calls of an ``EmittedSequence``.
  static let sequence = make("sequence") { $0.sequence() }
  /// The code of an ``EmittedPause``.
  static let pause = make("pause") { $0.pause() }

  private static func make(_ name: String, _ emit: (any KernelEmitter.Type) -> [UInt8]?) -> ExecutableMemory? {
    CurrentEmitter.type.flatMap(emit).flatMap { allocator.allocate($0, name: name) }
  }
}
