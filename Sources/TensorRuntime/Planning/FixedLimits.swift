/// Bounds that no option changes: they keep sums and products of numbers from a file from overflowing. See
/// ``ModelLimits`` for the limits that a caller sets.
enum FixedLimits {
  /// Bytes of a tensor, and so the largest extent. With 32 bits, sums of a few of them must not overflow either.
  static let tensorByteCount = Int.bitWidth > 32 ? Int(clamping: 1 << 31 as Int64) : 1 << 28
  /// The product of the nonzero extents of an empty tensor: loops over them take time too.
  static let emptyExtent = 1 << 24
  /// Strides, dilations, filter extents and margins of windows and paddings.
  static let windowExtent = 1 << 24
  /// Pixels from the first tap of a window to the last.
  static let windowReach = tensorByteCount
  /// Positions in a block of pixels that SPACE_TO_BATCH_ND and similar operators move to the batch.
  static let blockSize = 1 << 14
  /// The side of a block of DEPTH_TO_SPACE and similar operators.
  static let blockSide = 1 << 15
  /// Stages of a run, each of which is prepared by itself.
  static let stageCount = 256
  /// Inputs of an operator, such as one that concatenates tensors.
  static let inputCount = 4096
  /// Tensors whose scales say how an operator rounds numbers of its own; an LSTM has five.
  static let intermediateCount = 16
  /// Integers of one operand that preparation reads, such as axes, extents and sizes of splits; operators may share it.
  static let integerCount = 4096
  /// Pictures under the filter of a three-dimensional convolution, of all output pictures.
  static let pictureCount = 1 << 16
  /// Rows and columns of a filter of MediaPipe's transposed convolution, each row of which has its own kernel.
  static let transposedFilterSide = 64
  /// Strides of MediaPipe's transposed convolution, and output sides of its TransformTensorBilinear.
  static let customExtent = 1 << 16
  /// Iterations of innermost loops that folding a model's constants may take: approximately half a second with the
  /// reference kernels.
  static let foldedWork = 1 << 28
  /// Bytes of the name of a variable.
  static let nameByteCount = 1000
  /// How deep subgraphs may call subgraphs.
  static let callDepth = 16
  /// Subgraphs that operators of a model run, counted once for each operator: each has a plan and a session.
  static let callCount = 256
  /// Operators and tensors of all subgraphs that a subgraph calls, counted once for each call.
  static let calledSize = 1 << 18
  /// Bytes of pages of a plan's emitted code; kernels beyond that use their portable form.
  static let codeByteCount = 64 << 20
}
