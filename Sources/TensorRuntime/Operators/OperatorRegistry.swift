/// The only list of all operators, for parsing, `mudra inspect`, the documentation and tests.
package enum OperatorRegistry {
  package static let all: [RegisteredOperator] = [
    .init(Conv2D.self), .init(Conv3D.self), .init(TransposeConv3D.self), .init(DepthwiseConv2D.self),
    .init(TransposeConv.self),
    .init(FullyConnected.self), .init(BatchMatMul.self), .init(Add.self), .init(Subtract.self), .init(Multiply.self),
    .init(Divide.self),
    .init(Maximum.self), .init(Minimum.self), .init(Power.self), .init(SquaredDifference.self), .init(FloorDivide.self),
    .init(FloorModulo.self), .init(ArcTangent2.self), .init(Absolute.self), .init(Negate.self), .init(Sign.self),
    .init(Exponential.self), .init(Logarithm.self), .init(SquareRoot.self), .init(ReciprocalSquareRoot.self),
    .init(Square.self), .init(Sine.self), .init(Cosine.self), .init(Floor.self), .init(Ceiling.self), .init(Round.self),
    .init(Equal.self), .init(NotEqual.self), .init(Less.self), .init(LessOrEqual.self), .init(Greater.self),
    .init(GreaterOrEqual.self), .init(LogicalAnd.self), .init(LogicalOr.self), .init(LogicalNot.self),
    .init(Select.self), .init(SelectV2.self), .init(OneHot.self), .init(TopK.self), .init(Where.self),
    .init(EmbeddingLookup.self), .init(SequenceLSTM.self), .init(SingleStepLSTM.self),
    .init(BidirectionalSequenceLSTM.self),
    .init(PlainRNN.self), .init(SequenceRNN.self), .init(BidirectionalSequenceRNN.self),
    .init(SingularValueFilter.self), .init(Logistic.self),
    .init(HyperbolicTangent.self), .init(ReLU.self), .init(ReLU6.self), .init(ReLUN1To1.self), .init(ReLU0To1.self),
    .init(LeakyReLU.self), .init(ParametricReLU.self), .init(ExponentialLinear.self), .init(GaussianErrorLinear.self),
    .init(HardSwish.self), .init(Softmax.self), .init(LogSoftmax.self), .init(L2Normalization.self),
    .init(LocalResponseNormalization.self), .init(MaxPool2D.self), .init(AveragePool2D.self), .init(L2Pool2D.self),
    .init(Mean.self), .init(Sum.self), .init(ReduceMax.self), .init(ReduceMin.self), .init(ReduceProduct.self),
    .init(ReduceAny.self), .init(ReduceAll.self), .init(ReduceWindow.self), .init(ArgMax.self), .init(ArgMin.self),
    .init(CumSum.self),
    .init(BilinearResize.self), .init(NearestNeighborResize.self), .init(Reshape.self), .init(Squeeze.self),
    .init(ExpandDims.self), .init(ShapeOf.self), .init(RankOf.self), .init(Concatenation.self), .init(Pack.self),
    .init(Split.self), .init(SplitV.self), .init(Unpack.self), .init(Slice.self), .init(StridedSlice.self),
    .init(ReverseV2.self), .init(Transpose.self), .init(Gather.self), .init(GatherND.self), .init(ScatterND.self),
    .init(Pad.self), .init(PadV2.self), .init(MirrorPad.self), .init(Tile.self), .init(BroadcastTo.self),
    .init(BroadcastArguments.self), .init(Fill.self), .init(NumberRange.self), .init(DynamicUpdateSlice.self),
    .init(DepthToSpace.self), .init(SpaceToDepth.self), .init(SpaceToBatchND.self), .init(BatchToSpaceND.self),
    .init(RealFourierTransform.self), .init(RealPart.self), .init(ImaginaryPart.self), .init(ComplexAbsolute.self),
    .init(Cast.self), .init(Bitcast.self), .init(Dequantize.self), .init(Densify.self), .init(Quantize.self),
    .init(BitwiseExclusiveOr.self), .init(RightShift.self),
    .init(FakeQuant.self), .init(SegmentSum.self), .init(UnsortedSegmentSum.self), .init(UnsortedSegmentProduct.self),
    .init(UnsortedSegmentMaximum.self), .init(UnsortedSegmentMinimum.self), .init(SparseToDense.self),
    .init(MatrixDiagonal.self), .init(MatrixSetDiagonal.self), .init(Bucketize.self), .init(Unique.self),
    .init(StableHLOAdd.self), .init(StableHLOMultiply.self), .init(StableHLOMaximum.self), .init(StableHLOMinimum.self),
    .init(StableHLOAnd.self), .init(StableHLOShiftLeft.self), .init(StableHLOPad.self), .init(Dilate.self),
    .init(RandomUniform.self), .init(RandomStandardNormal.self), .init(Multinomial.self), .init(AddN.self),
    .init(ZerosLike.self), .init(ReverseSequence.self), .init(NonMaxSuppression.self),
    .init(SoftNonMaxSuppression.self),
  ]

  package static func find(builtinCode: Int) -> RegisteredOperator? {
    places.indices.contains(builtinCode) ? places[builtinCode].map { all[$0] } : nil
  }

  /// The place in ``all`` of each code. Not a dictionary of operators, which takes a fiftieth of the time to load a
  /// small network.
  private static let places: [Int?] = {
    var places = [Int?](repeating: nil, count: (all.map { $0.builtinCode }.max() ?? -1) + 1)
    for (place, registered) in all.enumerated() { places[registered.builtinCode] = place }
    return places
  }()

  /// Sorted.
  package static var names: [String] { all.map { $0.tfliteName }.sorted() }
}
