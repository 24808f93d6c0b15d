/// The scales of a constant of integers that has one for each block of its last dimension: another tensor.
package struct BlockScales: Sendable, Equatable {
  /// The type of the scales.
  package let elementType: ElementType
  /// The index in `Model.buffers`.
  package let bufferIndex: Int
  /// The number of elements that share a scale.
  package let blockSize: Int
  /// Whether blocks have zero points, too.
  package let hasZeroPoints: Bool

  /// - Returns: nil unless the tensor exists and has a scale for each block.
  init?(of tensor: TensorEntry, index: Int, zeroPoints: Int, _ blockSize: Int, in tensors: [TensorEntry]) {
    guard tensors.indices.contains(index), zeroPoints < tensors.count, blockSize > 0, let extent = tensor.shape.last,
      extent.isMultiple(of: blockSize), tensors[index].elementCount == tensor.elementCount / blockSize
    else { return nil }
    elementType = tensors[index].elementType
    bufferIndex = tensors[index].bufferIndex
    self.blockSize = blockSize
    hasZeroPoints = zeroPoints >= 0
  }
}
