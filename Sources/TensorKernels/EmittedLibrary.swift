import MachineCode

/// The emitted routines shared by all operators, each made once per process; nil if no code can be emitted.
///
/// They have their own allocator without a limit, so that a plan that uses up its code memory does not turn them off
/// for others.
enum EmittedLibrary {
  private static let allocator = CodeAllocator()

  /// Functions of rows of elements.
  static let rows = CurrentEmitter.type?.rows().flatMap { RoutineSet($0, allocator, name: "rows") }
  /// Conversions of rows of bytes.
  static let byteConversions = CurrentEmitter.type?.byteConversions().flatMap {
    RoutineSet($0, allocator, name: "byte-conversions")
  }
  /// Functions of two rows of bytes.
  static let byteOperations = CurrentEmitter.type?.byteOperations().flatMap {
    RoutineSet($0, allocator, name: "byte-operations")
  }
  /// Reductions.
  static let reductions = CurrentEmitter.type?.reductions().flatMap { RoutineSet($0, allocator, name: "reductions") }
  /// Loops over weights at load.
  static let preparation = CurrentEmitter.type?.preparation().flatMap {
    RoutineSet($0, allocator, name: "preparation")
  }
  /// Strips of eight elements, copied or transposed.
  static let strips = CurrentEmitter.type?.strips().flatMap { RoutineSet($0, allocator, name: "strips") }
  /// The normalizations of rows.
  static let rowNormalizations = CurrentEmitter.type?.rowNormalizations().flatMap {
    RoutineSet($0, allocator, name: "row-normalizations")
  }
  /// Sines and cosines of a row.
  static let angleFunctions = CurrentEmitter.type?.angleFunctions().flatMap {
    RoutineSet($0, allocator, name: "angle-functions")
  }
  /// Sums of rows.
  static let rowSums = make("row-sums") { $0.rowSums() }
  /// The softmax of rows, with the bits of the system's exponential function.
  static let softmax = make("softmax") { $0.softmax() }
  /// Bilinear resampling.
  static let bilinearResize = make("bilinear-resize") { $0.bilinearResize() }
  /// Executes the calls of an ``EmittedSequence``.
  static let sequence = make("sequence") { $0.sequence() }
  /// The code of an ``EmittedPause``.
  static let pause = make("pause") { $0.pause() }

  private static func make(_ name: String, _ emit: (any KernelEmitter.Type) -> [UInt8]?) -> ExecutableMemory? {
    CurrentEmitter.type.flatMap(emit).flatMap { allocator.allocate($0, name: name) }
  }
}
