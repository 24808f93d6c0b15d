import TFLiteFormat
import TensorKernels

/// A tensor whose value is known when a plan is prepared: a view of the model file, or the result of folding.
///
/// Half-precision weights stay as they are in the file until a kernel asks for floats, so that a whole network's weights
/// never lie in memory twice.
package struct ConstantTensor: Sendable {
  /// Element type and shape.
  package let type: TensorType
  private let storage: Storage

  private enum Storage: Sendable {
    case model(Bytes)
    /// Floats that the file has as halves.
    case halves(Bytes)
    /// Elements of which the file has those that are not zero.
    case sparse(Bytes, Sparsity)
    case owned(ConstantMemory)
  }

  /// A constant of the model.
  ///
  /// - Throws: `OperatorError.constantSize` unless the bytes are exactly those of the shape.
  package init(_ type: TensorType, bytes: Bytes) throws(OperatorError) {
    guard bytes.count == type.byteCount else {
      throw .constantSize(expected: type.byteCount, found: bytes.count)
    }
    self.type = type
    storage = .model(bytes)
  }

  /// A constant of the model of which the file has the elements that are not zero.
  ///
  /// - Precondition: `sparsity` was verified against the shape, and `bytes` hold as many elements as it says.
  init(_ type: TensorType, bytes: Bytes, sparsity: Sparsity) {
    self.type = type
    storage = .sparse(bytes, sparsity)
  }

  /// A constant vector, or a scalar for an empty shape, of int32 or int64 elements.
  ///
  /// - Precondition: there are as many values as the shape has elements, and they fit.
  init(integers: [Int], as elementType: ElementType, shape: [Int]) throws(OperatorError) {
    type = try TensorType(elementType, shape)
    let memory = ConstantMemory(byteCount: type.byteCount)
    for (index, value) in integers.enumerated() {
      if elementType == .int64 {
        memory.pointer.storeBytes(of: Int64(value), toByteOffset: index * 8, as: Int64.self)
      } else {
        memory.pointer.storeBytes(of: Int32(value), toByteOffset: index * 4, as: Int32.self)
      }
    }
    storage = .owned(memory)
  }

  /// The floats whose halves are `constant`.
  ///
  /// - Precondition: `constant` is a float16 tensor of the model, and `type` its float32 twin.
  init(_ type: TensorType, halves constant: ConstantTensor) {
    guard case .model(let bytes) = constant.storage else { preconditionFailure("halves lie in the model") }
    self.type = type
    storage = .halves(bytes)
  }

  /// Whether the elements are a view of the model file.
  var isInModel: Bool {
    if case .model = storage { true } else { false }
  }

  /// Whether the elements take memory of their own, though the file holds them.
  var isSparse: Bool {
    if case .sparse = storage { true } else { false }
  }

  /// A computed constant.
  init(_ type: TensorType, memory: ConstantMemory) {
    self.type = type
    storage = .owned(memory)
  }

  /// The elements, at any alignment.
  package func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    switch storage {
    case .model(let bytes): return try bytes.withUnsafeBytes(body)
    case .halves, .sparse, .owned:
      let memory = aligned()
      defer { withExtendedLifetime(memory) {} }
      return try body(UnsafeRawBufferPointer(start: memory.pointer, count: type.byteCount))
    }
  }

  /// The elements in memory aligned for vectors; copied or converted unless they are there already.
  func aligned() -> ConstantMemory {
    switch storage {
    case .owned(let memory): return memory
    case .model(let bytes):
      let memory = ConstantMemory(byteCount: type.byteCount)
      bytes.withUnsafeBytes {
        memory.pointer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory.pointer), byteCount: $0.count)
      }
      return memory
    case .halves(let bytes):
      let memory = ConstantMemory(byteCount: type.byteCount)
      bytes.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        HalfPrecision.convert(
          type.elementCount, from: source, to: memory.pointer.assumingMemoryBound(to: Float.self))
      }
      return memory
    case .sparse(let bytes, let sparsity):
      let memory = ConstantMemory(byteCount: type.byteCount)
      memory.pointer.initializeMemory(as: UInt8.self, repeating: 0, count: type.byteCount)
      bytes.withUnsafeBytes { sparsity.expand($0, type, to: memory.pointer) }
      return memory
    }
  }

  /// The elements of a float32 tensor; nil for other element types.
  package var floats: [Float]? {
    guard type.elementType == .float32 else { return nil }
    return withUnsafeBytes { bytes in
      (0..<type.elementCount).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  /// The elements of an int32 or int64 tensor, such as an operator's axes; nil for other element types.
  package var integers: [Int]? {
    withUnsafeBytes { bytes in
      switch type.elementType {
      case .int32:
        (0..<type.elementCount).map {
          Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)))
        }
      case .int64:
        (0..<type.elementCount).map {
          Int(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self)))
        }
      default: nil
      }
    }
  }
}

/// Memory on a 64-byte boundary that holds a constant; written by whoever makes it, then only read.
final class ConstantMemory: KernelMemory, @unchecked Sendable {
  static var isCode: Bool { false }
  let pointer: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    pointer = .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  deinit { pointer.deallocate() }
}
