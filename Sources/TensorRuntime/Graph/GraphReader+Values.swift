import TFLiteFormat

extension GraphReader {
  /// A tensor as the file has it, before any node is read.
  func value(
    _ entry: TensorEntry, _ tensor: Int, isComputed: Bool, shape: [Int], handle: StateKey? = nil
  ) throws(ModelError) -> Graph.Value {
    // Packed 2-bit and 4-bit constants become bytes.
    let bitCount = model.constant(entry) == nil ? nil : entry.elementType.packedBitCount
    if bitCount != nil { try folding.check(byteCount: entry.elementCount, limit: limits.memoryByteCount) }
    let elementType = bitCount == nil && !isComputed ? entry.elementType : entry.elementType.unpacked
    let quantization = TensorQuantization(entry.quantization, of: elementType)
    do throws(OperatorError) {
      // A handle has the type of its variable's first use.
      if let handle { return Graph.Value(name: entry.name, type: try TensorType(.float32, []), state: handle) }
      // A computed tensor's shape comes from its node, whatever the file says. A handle passed to a subgraph that is
      // read in place is the caller's.
      if isComputed || elementType == .resource && !known.contains(tensor) {
        let elementType = elementType.byteCount == nil ? .float32 : elementType
        return Graph.Value(name: entry.name, type: try TensorType(elementType, [], quantization: quantization))
      }
      let type = try TensorType(elementType, shape, quantization: quantization)
      guard !known.contains(tensor) else { return Graph.Value(name: entry.name, type: type) }
      if entry.isVariable {
        let state = subgraph.states[tensor] ?? .tensor(subgraph: subgraphIndex, index: tensor)
        return Graph.Value(name: entry.name, type: type, state: state)
      }
      // A constant without elements has no data.
      guard let bytes = model.constant(entry) ?? (type.elementCount == 0 ? Bytes([]) : nil) else {
        return Graph.Value(name: entry.name, type: type)
      }
      if let bitCount {
        guard entry.sparsity == nil else { throw .elementTypeNotSupported(entry.elementType) }
        let constant = try ConstantTensor(type, packed: bytes, bitCount: bitCount)
        return try blocks(of: entry, constant) ?? Graph.Value(name: entry.name, type: type, constant: constant)
      }
      if let sparsity = entry.sparsity {
        return Graph.Value(
          name: entry.name, type: type, constant: ConstantTensor(type, bytes: bytes, sparsity: sparsity))
      }
      let constant = try ConstantTensor(type, bytes: bytes)
      return try blocks(of: entry, constant) ?? Graph.Value(name: entry.name, type: type, constant: constant)
    } catch {
      throw .tensor(subgraph: subgraphIndex, index: tensor, name: entry.name, error)
    }
  }

  /// The floats of a block-quantized constant; nil if it has one scale, or one per channel.
  private func blocks(of entry: TensorEntry, _ constant: ConstantTensor) throws(OperatorError) -> Graph.Value? {
    guard let blocks = entry.blockScales else {
      guard entry.quantization?.details != nil, constant.type.quantization == nil else { return nil }
      throw .quantization("the constant", expected: "one scale, or one for each channel or block")
    }
    guard [.int8, .uint8].contains(constant.type.elementType), !blocks.hasZeroPoints else {
      throw .quantization("the constant", expected: "integers of at most 8 bits with blocks that have no zero points")
    }
    let type = try TensorType(.float32, constant.type.shape)
    let bytes = model.buffers[blocks.bufferIndex]
    let stored = try TensorType(blocks.elementType, [type.elementCount / blocks.blockSize])
    var scales = try ConstantTensor(stored, bytes: bytes)
    switch blocks.elementType {
    case .float32: break
    case .float16: scales = ConstantTensor(try TensorType(.float32, stored.shape), halves: scales)
    default: throw .elementTypeNotSupported(blocks.elementType)
    }
    return Graph.Value(
      name: entry.name, type: type,
      constant: ConstantTensor(type, blocks: constant, scales: scales, blockSize: blocks.blockSize))
  }
}

extension ElementType {
  /// The bytes that integers of 2 or 4 bits become when they are read; itself for other types.
  fileprivate var unpacked: ElementType { packedBitCount == nil ? self : self == .uint4 ? .uint8 : .int8 }
}
