/// What is wrong with a tensor's declaration.
package enum TensorFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The element type is unknown.
  case elementType(tag: Int)
  /// There are too many dimensions.
  case rank(Int, limit: Int)
  /// A dimension is negative.
  case negativeDimension(shape: [Int])
  /// The product of the dimensions, ignoring zeros, does not fit in 31 bits.
  case elementCount(shape: [Int])
  /// The size of all elements in bytes overflows.
  case byteCountOverflow(shape: [Int], type: ElementType)
  /// The signature does not match the shape.
  case signature([Int], shape: [Int])
  /// The buffer's index is too large.
  case bufferIndex(Int, count: Int)
  /// A constant's buffer is too short or too long for its shape.
  case constantByteCount(found: Int, expected: Int)
  /// A variable has constant data.
  case variableWithData
  /// The number of a constant's scales or zero points does not match the size of its dimension.
  case quantization(scales: Int, zeroPoints: Int, dimension: Int, shape: [Int])
  /// There is no tensor with a scale for each block of a constant's last dimension.
  case blockScales(tensor: Int, blockSize: Int, shape: [Int])
  /// The data is in another file, whose name is given if the model has it.
  case dataInOtherFile(name: String?)
  /// The description of a sparse constant is inconsistent.
  case sparsity(SparsityFault)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .elementType(let tag): "unknown element type \(tag)"
    case .rank(let rank, let limit): "\(rank) dimensions, at most \(limit) are supported"
    case .negativeDimension(let shape): "shape \(shape) has a negative dimension"
    case .elementCount(let shape): "shape \(shape) has too many elements"
    case .byteCountOverflow(let shape, let type): "shape \(shape) of \(type.name) has too many bytes"
    case .signature(let signature, let shape): "shape signature \(signature) does not belong to shape \(shape)"
    case .bufferIndex(let index, let count): "buffer \(index) does not exist, there are \(count)"
    case .constantByteCount(let found, let expected): "constant has \(found) bytes, its shape and type need \(expected)"
    case .variableWithData: "variable has constant data"
    case .quantization(let scales, let zeroPoints, let dimension, let shape):
      "\(scales) scales and \(zeroPoints) zero points for dimension \(dimension) of shape \(shape)"
    case .blockScales(let tensor, let blockSize, let shape):
      "tensor \(tensor) does not have a scale for each block of \(blockSize) elements of shape \(shape)"
    case .dataInOtherFile(let name):
      "its data is in another file\(name.map { ", “\($0.printable)”" } ?? ""): models with external buffers are not "
        + "supported"
    case .sparsity(let fault): "sparsity: \(fault.description)"
    }
  }
}
