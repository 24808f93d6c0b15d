import KernelChoice
import TensorKernels

extension Graph {
  /// Keeps the values around a depthwise convolution as 16-bit integers with a fixed scale where that pays:
  ///
  ///     CONV_2D, RELU6 ─▶ DEPTHWISE_CONV_2D, RELU6 ─▶ CONV_2D 1×1
  ///
  /// They stay float tensors in the graph, whose first half the integers fill. Tensors with other readers, and outputs
  /// of the graph, remain floats. Operators on such integers have no ``PreparedOperator/elementsPerUnit``, so that rows
  /// are not kept between runs.
  ///
  /// - Parameter provider: the requested kernels; nil for the fastest.
  package mutating func keepIntegers(provider: KernelProvider?) throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let chain = try IntegerChain(patch, around: place, provider) else { continue }
        for (place, operation) in chain.operations {
          guard let node = patch[place] else { continue }
          patch.replace(place, by: try patch.changed(node, to: operation))
        }
      }
    }
  }
}

/// Three convolutions between which integers can be kept.
private struct IntegerChain {
  let operations: [(place: Int, operation: any AnyOperation)]

  /// Nil unless the node at a place is such a depthwise convolution.
  init?(_ patch: GraphPatch, around place: Int, _ provider: KernelProvider?) throws(ModelError) {
    guard let node = patch[place], var middle = node.operation(DepthwiseConv2D.self), middle.block == nil,
      let depthwise = (node.inference as? DepthwiseConv2D.Inferred)?.problem.depthwise,
      let origin = node.inputs[0].flatMap({ patch.isUsedOnce($0) ? patch.producer(of: $0) : nil }),
      let source = patch[origin], var first = source.operation(Conv2D.self),
      let before = (source.inference as? Conv2D.Inferred)?.problem,
      let reader = patch.onlyReader(of: node.outputs[0]), let target = patch[reader],
      var last = target.operation(Conv2D.self), let after = (target.inference as? Conv2D.Inferred)?.problem,
      let limits = ConvolutionBlock.Problem.Limits(first.activation.epilogue, middle.activation.epilogue),
      DepthwiseConvolution.int16Pays(between: before, depthwise, and: after, requested: provider),
      try Self.represents(patch, source, channels: before.outputChannels, depth: before.depth),
      try Self.represents(
        patch, node, channels: depthwise.channels,
        depth: depthwise.window.filterHeight * depthwise.window.filterWidth, isDepthwise: true),
      try Self.represents(patch, target, channels: after.outputChannels, depth: after.depth)
    else { return nil }
    first.storesIntegers = true
    middle.integerInputLimit = limits.input
    last.integerInputLimit = limits.output
    operations = [(origin, OperationBox(first)), (place, OperationBox(middle)), (reader, OperationBox(last))]
  }

  /// Whether 16 bits represent a node's filter.
  private static func represents(
    _ patch: GraphPatch, _ node: Graph.Node, channels: Int, depth: Int, isDepthwise: Bool = false
  ) throws(ModelError) -> Bool {
    try patch.checked(node) { operands throws(OperatorError) in
      try ConstantWeights(operands, channels: channels, activation: .none, nil)
    }.withLayerWeights { Int16Filter.represents($0, columns: channels, depth: depth, isDepthwise: isDepthwise) }
  }
}
