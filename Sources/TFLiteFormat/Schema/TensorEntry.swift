/// A tensor of a subgraph, as declared in the model.
package struct TensorEntry: Sendable {
  /// The name; empty if there is none. Names need not be unique.
  package let name: String
  /// The type of the elements.
  package let elementType: ElementType
  /// The dimensions: at most 8, none negative. Their product, ignoring zeros, fits in 31 bits.
  package let shape: [Int]
  /// The dimensions with −1 for those that may vary; nil if none may.
  package let shapeSignature: [Int]?
  /// The index in `Model.buffers`. Buffer 0 means "no data".
  package let bufferIndex: Int
  /// How integers represent real numbers; nil if not recorded.
  package let quantization: Quantization?
  /// Whether the tensor keeps its value from one run to the next.
  package let isVariable: Bool
  /// How the elements of a sparse constant are stored; nil for plain constants.
  package let sparsity: Sparsity?
  /// The scales of a constant that has one for each block of its last dimension; nil for others.
  package internal(set) var blockScales: BlockScales?
  /// The number of the buffer in another file that holds the data; nil if none does.
  let externalBuffer: Int?

  /// The product of the dimensions; 1 for a scalar.
  package var elementCount: Int { shape.reduce(1, *) }

  /// The maximum number of dimensions of a tensor.
  static let maximumRank = 8

  init(_ table: FlatTable, fail: (String, TensorFault) -> FormatError) throws(FormatError) {
    let name = try table.string(3) ?? ""
    let tag = try table.scalar(1, default: Int8(0))
    guard let raw = UInt8(exactly: tag), let type = ElementType(rawValue: raw) else {
      throw fail(name, .elementType(tag: Int(tag)))
    }
    let dimensions = try table.scalars(0, as: Int32.self) ?? []
    let shape = dimensions.prefix(Self.maximumRank + 1).map(Int.init)
    guard shape.count <= Self.maximumRank else {
      throw fail(name, .rank(dimensions.count, limit: Self.maximumRank))
    }
    guard shape.allSatisfy({ $0 >= 0 }) else { throw fail(name, .negativeDimension(shape: shape)) }
    // The product ignores zeros; otherwise [0, 2³¹, 2³¹] would pass and overflow when multiplied in reverse order.
    var count = Int32(1)
    for dimension in dimensions where dimension > 0 {
      let (product, overflow) = count.multipliedReportingOverflow(by: dimension)
      guard !overflow else { throw fail(name, .elementCount(shape: shape)) }
      count = product
    }
    let (_, overflow) = Int(count).multipliedReportingOverflow(by: type.byteCount ?? 1)
    guard !overflow else { throw fail(name, .byteCountOverflow(shape: shape, type: type)) }
    let signature = try table.integers(7, as: Int32.self) ?? []
    guard signature.isEmpty || (signature.count == shape.count && signature.allSatisfy { $0 >= -1 }) else {
      throw fail(name, .signature(Array(signature.prefix(Self.maximumRank + 1)), shape: shape))
    }
    self.name = name
    elementType = type
    self.shape = shape
    shapeSignature = signature.isEmpty ? nil : signature
    bufferIndex = Int(clamping: try table.scalar(2, default: UInt32(0)))
    quantization = try table.table(4).map { value throws(FormatError) in try Quantization(value) }
    isVariable = try table.bool(5)
    sparsity = try table.table(6).map { value throws(FormatError) in try Sparsity(value) }
    let external = Int(clamping: try table.scalar(10, default: UInt32(0)))
    externalBuffer = external == 0 ? nil : external
  }

  /// The scales of blocks, if there are any, which are a tensor of the same subgraph.
  func foundBlockScales(
    in tensors: [TensorEntry], fail: (String, TensorFault) -> FormatError
  ) throws(FormatError) -> BlockScales? {
    guard case .blockwise(let index, let zeroPoints, let blockSize) = quantization?.details else { return nil }
    guard let scales = BlockScales(of: self, index: index, zeroPoints: zeroPoints, blockSize, in: tensors) else {
      throw fail(name, .blockScales(tensor: index, blockSize: blockSize, shape: shape))
    }
    return scales
  }
}
