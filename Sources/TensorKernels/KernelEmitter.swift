import MachineCode

/// What an architecture gives the families: code for what they have laid out.
///
/// A family says what is true on every processor (tiles, packing, order of sums, arguments) in
/// `<Family>+Emitted.swift`, and asks ``CurrentEmitter`` for the code; an architecture's instructions are in
/// `<Family>+X86.swift`. A new architecture is one more type here, and a file beside each family that it has code for:
/// the others are nil, and take their portable kernels.
protocol KernelEmitter: Sendable {
  /// A product of matrices.
  static func matrixMultiply(_ layout: MatrixLayout) -> [UInt8]?
  /// Some neighboring output rows of a depthwise convolution.
  static func depthwiseConvolution(_ layout: DepthwiseLayout) -> [UInt8]?
  /// An output row of a maximum pooling.
  static func maxPooling(_ problem: Pooling.Problem) -> [UInt8]?
  /// The functions of rows.
  static func rows() -> EmittedRoutines<RowCode.Routine>?
  /// The reductions.
  static func reductions() -> EmittedRoutines<Reduction.Operation>?
  /// The softmax of rows.
  static func softmax() -> [UInt8]?
  /// An output row of a bilinear resampling.
  static func bilinearResize() -> [UInt8]?
  /// The calls of a table, one after the other.
  static func sequence() -> [UInt8]?
  /// The hint that a loop only waits.
  static func pause() -> [UInt8]?
}

extension KernelEmitter {
  static func matrixMultiply(_ layout: MatrixLayout) -> [UInt8]? { nil }
  static func depthwiseConvolution(_ layout: DepthwiseLayout) -> [UInt8]? { nil }
  static func maxPooling(_ problem: Pooling.Problem) -> [UInt8]? { nil }
  static func rows() -> EmittedRoutines<RowCode.Routine>? { nil }
  static func reductions() -> EmittedRoutines<Reduction.Operation>? { nil }
  static func softmax() -> [UInt8]? { nil }
  static func bilinearResize() -> [UInt8]? { nil }
  static func sequence() -> [UInt8]? { nil }
  static func pause() -> [UInt8]? { nil }
}

/// Code for x86-64 with AVX2 and FMA, wider with AVX-512.
enum X86Emitter: KernelEmitter {}

/// The emitter of this process; nil where no code can be emitted.
enum CurrentEmitter {
  /// The only place where an architecture is chosen.
  static let type: (any KernelEmitter.Type)? =
    switch Architecture.current {
    case .x86: X86Emitter.self
    case nil: nil
    }
}
