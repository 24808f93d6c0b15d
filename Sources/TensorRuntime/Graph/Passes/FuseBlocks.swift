import KernelChoice
import TensorKernels

extension Graph {
  /// Fuses a depthwise convolution with the 1×1 convolutions before and after it where that pays, so that the tensors
  /// between them are never materialized.
  ///
  ///     CONV_2D 1×1 ─▶ DEPTHWISE_CONV_2D ─▶ CONV_2D 1×1
  ///
  /// Tensors with other readers, and outputs of the graph, prevent this, and so do integers
  /// (``keepIntegers(provider:)``) at the ends of a block. The block replaces its last convolution, where that one's
  /// addend is available too.
  ///
  /// - Parameters:
  ///   - provider: the requested kernels; nil for the fastest.
  ///   - pays: decides whether convolutions that can be fused should be.
  package mutating func fuseBlocks(
    provider: KernelProvider?,
    where pays: (ConvolutionBlock.Problem, KernelProvider?) -> Bool = { $0.pays(requested: $1) }
  ) throws(ModelError) {
    try edit { patch throws(ModelError) in
      for place in patch.places {
        guard let node = patch[place], let depthwise = node.operation(DepthwiseConv2D.self), depthwise.block == nil
        else { continue }
        let source = patch.pointwiseSource(of: node), reader = patch.pointwiseReader(of: node)
        for (source, reader) in [(source, reader), (source, nil), (nil, reader)] where source != nil || reader != nil {
          guard depthwise.integerInputLimit == nil || source != nil && reader != nil else { continue }
          guard let whole = try patch.whole(node, depthwise, source, reader),
            let inferred = whole.inference as? DepthwiseConv2D.Inferred, pays(inferred.problem, provider)
          else { continue }
          for case let gone? in [source, reader == nil ? nil : place] { patch.remove(gone) }
          patch.replace(reader ?? place, by: whole)
          break
        }
      }
    }
  }
}

extension GraphPatch {
  /// The place of the 1×1 convolution without addend whose result only this node reads.
  fileprivate func pointwiseSource(of node: Graph.Node) -> Int? {
    guard let input = node.inputs.first ?? nil, isUsedOnce(input), let source = producer(of: input),
      let convolution = pointwise(source), !convolution.hasAddend, convolution.integerInputLimit == nil
    else { return nil }
    return source
  }

  /// The place of the 1×1 convolution that is the only reader of a node's result.
  fileprivate func pointwiseReader(of node: Graph.Node) -> Int? {
    guard let output = node.outputs.first, let reader = onlyReader(of: output), let convolution = pointwise(reader),
      !convolution.storesIntegers
    else { return nil }
    return reader
  }

  private func pointwise(_ place: Int) -> Conv2D? {
    guard let inferred = self[place]?.inference as? Conv2D.Inferred, inferred.problem.isPointwise else {
      return nil
    }
    return inferred.use
  }

  fileprivate func whole(
    _ node: Graph.Node, _ depthwise: DepthwiseConv2D, _ source: Int?, _ reader: Int?
  ) throws(ModelError) -> Graph.Node? {
    let (first, last) = (source.flatMap { self[$0] }, reader.flatMap { self[$0] })
    let block = DepthwiseBlock(expand: source.flatMap(pointwise), project: reader.flatMap(pointwise))
    guard let operation = depthwise.fusing(block) else { return nil }
    func input(_ node: Graph.Node?, _ position: Int) -> Int? {
      guard let node, position < node.inputs.count else { return nil }
      return node.inputs[position]
    }
    return try changed(
      node, to: operation,
      inputs: [
        input(first ?? node, 0), input(node, 1), input(node, 2), input(first, 1), input(first, 2), input(last, 1),
        input(last, 2), input(last, 3),
      ], outputs: last?.outputs ?? node.outputs)
  }
}
