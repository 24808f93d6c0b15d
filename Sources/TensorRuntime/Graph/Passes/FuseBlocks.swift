import TensorKernels

extension Graph {
  /// Moves the 1×1 convolutions before and after a depthwise convolution into it where that pays, so that the tensors
  /// between them are never whole.
  ///
  ///     CONV_2D 1×1 ─▶ DEPTHWISE_CONV_2D ─▶ CONV_2D 1×1
  ///
  /// A tensor that something else reads, or that is an output of the graph, stays. The whole stands where its last part
  /// stood, where that one's addend is there too.
  ///
  /// - Parameters:
  ///   - provider: the kernels asked for, or nil for the fastest.
  ///   - pays: whether parts that can be fused shall be.
  package mutating func fuseBlocks(
    provider: KernelProvider?,
    where pays: (ConvolutionBlock.Problem, KernelProvider?) -> Bool = { $0.pays(requested: $1) }
  ) {
    var links = GraphLinks(self)
    for index in nodes.indices {
      guard let depthwise = nodes[index].operation as? DepthwiseConv2D, depthwise.block == nil else { continue }
      let source = pointwiseSource(of: nodes[index], links)
      let reader = pointwiseReader(of: nodes[index], links)
      for (source, reader) in [(source, reader), (source, nil), (nil, reader)] where source != nil || reader != nil {
        guard fuse(source, index, reader, depthwise, { pays($0, provider) }) else { continue }
        let whole = reader ?? index
        for output in nodes[whole].outputs { links.setProducer(of: output, to: whole) }
        if case let input?? = nodes[whole].inputs.first { links.setReader(of: input, to: whole) }
        break
      }
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// The 1×1 convolution without addend whose result a node alone reads.
  private func pointwiseSource(of node: Node, _ links: GraphLinks) -> Int? {
    guard let input = node.inputs.first ?? nil, links.isUsedOnce(input), let source = links.producer(of: input),
      let convolution = nodes[source].operation as? Conv2D, !convolution.hasAddend, isPointwise(convolution, source)
    else { return nil }
    return source
  }

  /// The 1×1 convolution that alone reads a node's result, as its picture.
  private func pointwiseReader(of node: Node, _ links: GraphLinks) -> Int? {
    guard let output = node.outputs.first, let reader = links.onlyReader(of: output),
      let convolution = nodes[reader].operation as? Conv2D, isPointwise(convolution, reader)
    else { return nil }
    return reader
  }

  private func isPointwise(_ convolution: Conv2D, _ index: Int) -> Bool {
    (try? convolution.problem(operands(of: nodes[index])))?.isPointwise ?? false
  }

  /// Puts three nodes, or two, together in the place of the last; false if they shall stay apart.
  private mutating func fuse(
    _ source: Int?, _ index: Int, _ reader: Int?, _ depthwise: DepthwiseConv2D,
    _ pays: (ConvolutionBlock.Problem) -> Bool
  ) -> Bool {
    let block = DepthwiseBlock(
      expand: source.flatMap { nodes[$0].operation as? Conv2D },
      project: reader.flatMap { nodes[$0].operation as? Conv2D })
    func input(_ node: Int?, _ position: Int) -> Int? {
      guard let node, position < nodes[node].inputs.count else { return nil }
      return nodes[node].inputs[position]
    }
    var fused = nodes[index]
    fused.inputs = [
      input(source ?? index, 0), input(index, 1), input(index, 2), input(source, 1), input(source, 2),
      input(reader, 1), input(reader, 2), input(reader, 3),
    ]
    guard let operation = depthwise.fusing(block),
      let problem = try? block.types(of: operation, operands(of: fused)).problem, pays(problem)
    else { return false }
    fused.operation = operation
    if let reader {
      fused.outputs = nodes[reader].outputs
      nodes[index].outputs = []
    }
    if let source { nodes[source].outputs = [] }
    nodes[reader ?? index] = fused
    return true
  }
}
