import MachineCode

/// What an architecture provides to the families: code for their layouts.
///
/// A family defines what is the same on every processor (tiles, packing, order of sums, arguments) in
/// `<Family>+Emitted.swift`, and asks ``CurrentEmitter`` for the code; an architecture's instructions are in
/// `<Family>+X86.swift` and `<Family>+ARM64.swift`. A new architecture adds one type here, and a file for each family
/// that it has code for: the functions of the others return nil, and those families use their portable kernels.
protocol KernelEmitter: Sendable {
  /// A product of matrices.
  static func matrixMultiply(_ layout: MatrixLayout) -> [UInt8]?
  /// A product of matrices in 16-bit integers; the left one may be the pixels of a band.
  static func int16MatrixMultiply(_ layout: Int16Layout, band: Int16Band?) -> [UInt8]?
  /// The conversion of rows of a depth for such a product.
  static func int16Rows(depth: Int) -> [UInt8]?
  /// The conversion of rows of a picture into a band for a convolution.
  static func int16Band(_ band: Int16Band) -> [UInt8]?
  /// Some neighboring output rows of a depthwise convolution of 16-bit integers.
  static func int16DepthwiseConvolution(_ layout: Int16DepthwiseLayout) -> [UInt8]?
  /// Some neighboring output rows of a depthwise convolution.
  static func depthwiseConvolution(_ layout: DepthwiseLayout) -> [UInt8]?
  /// Whether ``pooling(_:)`` has averages.
  static var hasAveragePooling: Bool { get }
  /// An output row of a maximum or average pooling.
  static func pooling(_ problem: Pooling.Problem) -> [UInt8]?
  /// The functions of rows.
  static func rows() -> EmittedRoutines<RowCode.Routine>?
  /// A product of matrices of bytes.
  static func byteMatrixMultiply(_ layout: ByteMatrixLayout) -> [UInt8]?
  /// The patches of neighboring pixels of a convolution of bytes.
  static func bytePatches(_ problem: ByteConvolution.Problem) -> [UInt8]?
  /// An output row of a depthwise convolution of interleaved bytes, and what interleaves some rows for it.
  static func interleavedByteDepthwise(_ layout: InterleavedByteLayout) -> [UInt8]?
  static func byteInterleaving(_ layout: InterleavedByteLayout) -> [UInt8]?
  static func byteBordering(_ layout: InterleavedByteLayout) -> [UInt8]?
  /// An output row of a maximum pooling of bytes.
  static func byteMaxPooling(_ problem: ByteMaxPooling.Problem) -> [UInt8]?
  /// The conversions of rows of bytes.
  static func byteConversions() -> EmittedRoutines<ByteRowCode.Routine>?
  /// The functions of two rows of bytes.
  static func byteOperations() -> EmittedRoutines<ByteRowCode.Routine>?
  /// The reductions.
  static func reductions() -> EmittedRoutines<Reduction.Operation>?
  /// The loops over weights at load.
  static func preparation() -> EmittedRoutines<PreparationCode.Routine>?
  /// Strips of eight elements, copied or transposed.
  static func strips() -> EmittedRoutines<StripCode.Routine>?
  /// The normalizations of rows.
  static func rowNormalizations() -> EmittedRoutines<MachineRowNormalization.Routine>?
  /// Sines and cosines of a row.
  static func angleFunctions() -> EmittedRoutines<MachineAngleFunction.Routine>?
  /// Sums of rows.
  static func rowSums() -> [UInt8]?
  /// The softmax of rows, with the bits of the system's exponential function.
  static func softmax() -> [UInt8]?
  /// An output row of a bilinear resampling.
  static func bilinearResize() -> [UInt8]?
  /// The consecutive calls of a table.
  static func sequence() -> [UInt8]?
  /// The hint that a loop is only waiting.
  static func pause() -> [UInt8]?
}

extension KernelEmitter {
  static func matrixMultiply(_ layout: MatrixLayout) -> [UInt8]? { nil }
  static func int16MatrixMultiply(_ layout: Int16Layout, band: Int16Band?) -> [UInt8]? { nil }
  static func int16Rows(depth: Int) -> [UInt8]? { nil }
  static func int16Band(_ band: Int16Band) -> [UInt8]? { nil }
  static func int16DepthwiseConvolution(_ layout: Int16DepthwiseLayout) -> [UInt8]? { nil }
  static func depthwiseConvolution(_ layout: DepthwiseLayout) -> [UInt8]? { nil }
  static var hasAveragePooling: Bool { false }
  static func pooling(_ problem: Pooling.Problem) -> [UInt8]? { nil }
  static func rows() -> EmittedRoutines<RowCode.Routine>? { nil }
  static func byteMatrixMultiply(_ layout: ByteMatrixLayout) -> [UInt8]? { nil }
  static func bytePatches(_ problem: ByteConvolution.Problem) -> [UInt8]? { nil }
  static func interleavedByteDepthwise(_ layout: InterleavedByteLayout) -> [UInt8]? { nil }
  static func byteInterleaving(_ layout: InterleavedByteLayout) -> [UInt8]? { nil }
  static func byteBordering(_ layout: InterleavedByteLayout) -> [UInt8]? { nil }
  static func byteMaxPooling(_ problem: ByteMaxPooling.Problem) -> [UInt8]? { nil }
  static func byteConversions() -> EmittedRoutines<ByteRowCode.Routine>? { nil }
  static func byteOperations() -> EmittedRoutines<ByteRowCode.Routine>? { nil }
  static func reductions() -> EmittedRoutines<Reduction.Operation>? { nil }
  static func preparation() -> EmittedRoutines<PreparationCode.Routine>? { nil }
  static func strips() -> EmittedRoutines<StripCode.Routine>? { nil }
  static func rowNormalizations() -> EmittedRoutines<MachineRowNormalization.Routine>? { nil }
  static func angleFunctions() -> EmittedRoutines<MachineAngleFunction.Routine>? { nil }
  static func rowSums() -> [UInt8]? { nil }
  static func softmax() -> [UInt8]? { nil }
  static func bilinearResize() -> [UInt8]? { nil }
  static func sequence() -> [UInt8]? { nil }
  static func pause() -> [UInt8]? { nil }
}

/// Code for x86-64 with AVX2 and FMA, wider with AVX-512.
enum X86Emitter: KernelEmitter {}

/// Code for AArch64.
enum ARM64Emitter: KernelEmitter {}

/// The emitter of this process; nil if no code can be emitted.
enum CurrentEmitter {
  /// The only place where an architecture is chosen.
  static let type: (any KernelEmitter.Type)? =
    switch Architecture.current {
    case .x86: X86Emitter.self
    case .arm64: ARM64Emitter.self
    case nil: nil
    }
}
