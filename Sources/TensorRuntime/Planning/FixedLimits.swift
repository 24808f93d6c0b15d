/// Bounds that no option moves: they keep sums and products of what a file says countable. What a caller may allow a
/// model is in ``ModelLimits``.
enum FixedLimits {
  /// Bytes of a tensor, and so of an extent.
  static let tensorByteCount = 1 << 31
  /// The product of the extents that are not zero in a tensor without elements: loops over them take time too.
  static let emptyExtent = 1 << 24
  /// Strides, dilations, filter extents and margins of windows and paddings.
  static let windowExtent = 1 << 24
  /// Pixels from the first tap of a window to the last.
  static let windowReach = 1 << 31
  /// Places of a block of pixels that SPACE_TO_BATCH_ND and its kin move to the batch.
  static let blockSize = 1 << 14
  /// The side of a block of DEPTH_TO_SPACE and its kin.
  static let blockSide = 1 << 15
  /// Inputs of an operator, as many as those take that join tensors.
  static let inputCount = 4096
  /// Integers of one operand that preparation reads, such as axes, extents and sizes of parts.
  static let integerCount = 1 << 16
  /// Rows and columns of a filter of MediaPipe's transposed convolution, each row of which has a kernel of its own.
  static let transposedFilterSide = 64
  /// Strides of MediaPipe's transposed convolution, and sides of what its TransformTensorBilinear makes.
  static let customExtent = 1 << 16
  /// Turns of innermost loops that folding a model's constants takes: about half a second of the reference kernels.
  static let foldedWork = 1 << 28
  /// Bytes of pages of a plan's emitted code; kernels beyond take their portable forms.
  static let codeByteCount = 64 << 20
}
