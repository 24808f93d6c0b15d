import MachineCode

/// The emitted routines that serve every operator, each made once in a process.
///
/// They come from an allocator of their own without a limit, since what one plan uses up must not turn them off for
/// others.
enum EmittedLibrary {
  private static let code: CodeAllocator? = MachineCodeSupport.obstacle == nil ? CodeAllocator() : nil

  /// Functions of rows of elements; nil, as the others, where no code can be emitted.
  static let rows = code.flatMap { RowCode($0) }
  /// Reductions.
  static let reductions = code.flatMap { ReductionCode($0) }
  /// The softmax of rows.
  static let softmax = code.flatMap { $0.allocate(SoftmaxCode.emit().finished(), name: "softmax") }
  /// Bilinear resampling.
  static let resizeBilinear = code.flatMap { $0.allocate(ResizeCode.emit().finished(), name: "resize-bilinear") }
  /// What makes the calls of an ``EmittedSequence``.
  static let sequence = code.flatMap { $0.allocate(EmittedSequence.emit().finished(), name: "sequence") }
  /// What waits at an ``EmittedBarrier``.
  static let barrier = code.flatMap { $0.allocate(EmittedBarrier.emit().finished(), name: "barrier") }
}
