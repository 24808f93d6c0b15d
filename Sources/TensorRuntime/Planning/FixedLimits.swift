/// Bounds that no option changes, which prevent overflow of sizes from a file. See ``ModelLimits`` for configurable
/// limits.
enum FixedLimits {
  /// Bytes of a tensor, and so its maximum extent. With 32 bits, sums of a few of them must not overflow either.
  static let tensorByteCount = Int.bitWidth > 32 ? Int(clamping: 1 << 31 as Int64) : 1 << 28
  /// The product of the nonzero extents of an empty tensor: loops over them take time, too.
  static let emptyExtent = 1 << 24
  /// Strides, dilations, filter extents and margins of windows and paddings.
  static let windowExtent = 1 << 24
  /// Pixels from a window's first tap to its last.
  static let windowReach = tensorByteCount
  /// Positions in a block of SPACE_TO_BATCH_ND and similar operators.
  static let blockSize = 1 << 14
  /// The side of a block of DEPTH_TO_SPACE and similar operators.
  static let blockSide = 1 << 15
  /// Stages of a run.
  static let stageCount = 256
  /// Branches and iterations read in an operator's place, since shapes depend on them.
  static let decisionCount = 512
  /// Inputs of an operator, such as one that concatenates tensors.
  static let inputCount = 4096
  /// Tensors whose scales define an operator's intermediate rounding; an LSTM has five.
  static let intermediateCount = 16
  /// Integers of an operand that preparation reads, such as axes, extents and split sizes; operators may share it.
  static let integerCount = 4096
  /// Floats of an option, of which each operator has a copy.
  static let optionFloatCount = 1024
  /// Elements among which UNIQUE finds the different ones.
  static let comparedCount = 1 << 18
  /// Pictures under a 3D convolution's filter, over all output pictures.
  static let pictureCount = 1 << 16
  /// Rows and columns of the filter of MediaPipe's transposed convolution, each row of which has its own kernel.
  static let transposedFilterSide = 64
  /// Windows, strides, sides and counts in the options of custom operators.
  static let customExtent = 1 << 16
  /// Cosines of Mfcc, which are computed during preparation.
  static let cosineCount = 1 << 20
  /// Innermost-loop iterations for folding a model: about half a second with the reference kernels.
  static let foldedWork = 1 << 28
  /// Bytes of the name of a variable.
  static let nameByteCount = 1000
  /// Nesting depth of subgraph calls.
  static let callDepth = 16
  /// Subgraphs run by a model's operators, once per operator: each has a plan and a session.
  static let callCount = 256
  /// Operators and tensors of all called subgraphs, once per call.
  static let calledSize = 1 << 18
  /// Bytes of pages of a plan's emitted code; beyond that, portable kernels are used.
  static let codeByteCount = 64 << 20
}
