/// The operators of hand networks: what else a model may have is refused by name, and its code is not in the module.
package enum OperatorRegistry {
  package static let all: [RegisteredOperator] = [
    .init(Conv2D.self), .init(DepthwiseConv2D.self), .init(FullyConnected.self), .init(Add.self), .init(Subtract.self),
    .init(Multiply.self), .init(Divide.self), .init(Maximum.self), .init(Logistic.self), .init(ReLU.self),
    .init(ReLU6.self), .init(ParametricReLU.self), .init(Softmax.self), .init(MaxPool2D.self),
    .init(Mean.self), .init(ReduceMax.self), .init(ReduceMin.self), .init(BilinearResize.self), .init(Reshape.self),
    .init(Concatenation.self), .init(Unpack.self), .init(StridedSlice.self), .init(Gather.self),
    .init(Pad.self), .init(Dequantize.self),
  ]

  package static func find(builtinCode: Int) -> RegisteredOperator? { all.first { $0.builtinCode == builtinCode } }

  package static var names: [String] { all.map { $0.tfliteName }.sorted() }
}
