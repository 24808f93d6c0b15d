/// The only list of all operators: parsing, `mudra inspect`, the README's table and the tests are based on it.
package enum OperatorRegistry {
  /// All operators, by family.
  package static let all: [any Operator.Type] = [
    Conv2D.self, DepthwiseConv2D.self, TransposeConv.self, FullyConnected.self, BatchMatMul.self,
    Add.self, Subtract.self, Multiply.self, Divide.self, Maximum.self, Minimum.self, Power.self,
    SquaredDifference.self, FloorDivide.self, FloorModulo.self, ArcTangent2.self,
    Absolute.self, Negate.self, Sign.self, Exponential.self, Logarithm.self, SquareRoot.self, ReciprocalSquareRoot.self,
    Square.self, Sine.self, Cosine.self, Floor.self, Ceiling.self, Round.self,
    Equal.self, NotEqual.self, Less.self, LessOrEqual.self, Greater.self, GreaterOrEqual.self,
    LogicalAnd.self, LogicalOr.self, LogicalNot.self,
    Select.self, SelectV2.self, OneHot.self, TopK.self, Where.self,
    EmbeddingLookup.self,
    SequenceLSTM.self, SingularValueFilter.self,
    Logistic.self, HyperbolicTangent.self, ReLU.self, ReLU6.self, ReLUN1To1.self, ReLU0To1.self, LeakyReLU.self,
    ParametricReLU.self, ExponentialLinear.self, GaussianErrorLinear.self, HardSwish.self, Softmax.self,
    LogSoftmax.self, L2Normalization.self, LocalResponseNormalization.self,
    MaxPool2D.self, AveragePool2D.self, L2Pool2D.self,
    Mean.self, Sum.self, ReduceMax.self, ReduceMin.self, ReduceProduct.self, ReduceAny.self, ReduceAll.self,
    ArgMax.self, ArgMin.self, CumSum.self,
    BilinearResize.self, NearestNeighborResize.self,
    Reshape.self, Squeeze.self, ExpandDims.self, ShapeOf.self, RankOf.self,
    Concatenation.self, Pack.self, Split.self, SplitV.self, Unpack.self,
    Slice.self, StridedSlice.self, ReverseV2.self, Transpose.self,
    Gather.self, GatherND.self, ScatterND.self,
    Pad.self, PadV2.self, MirrorPad.self, Tile.self, BroadcastTo.self, BroadcastArguments.self,
    Fill.self, NumberRange.self, DynamicUpdateSlice.self,
    DepthToSpace.self, SpaceToDepth.self, SpaceToBatchND.self, BatchToSpaceND.self,
    RealFourierTransform.self, RealPart.self, ImaginaryPart.self, ComplexAbsolute.self,
    Cast.self, Dequantize.self, Densify.self, Quantize.self,
  ]

  /// The operator with a `BuiltinOperator` number.
  package static func find(builtinCode: Int) -> (any Operator.Type)? { byCode[builtinCode] }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.builtinCode, $0) })

  /// TFLite's names of all operators that can run, sorted.
  package static var names: [String] { all.map { $0.tfliteName }.sorted() }
}
