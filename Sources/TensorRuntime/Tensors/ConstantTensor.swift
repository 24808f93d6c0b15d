import MudraPlatform
import TFLiteFormat
import TensorKernels

/// A tensor whose value is known during preparation: a view of the model file, or a folded result.
///
/// Half-precision and quantized weights are converted only when a kernel asks for floats, so that a network's weights
/// are never in memory twice.
package final class ConstantTensor: Sendable {
  package let type: TensorType
  private let storage: Storage

  private indirect enum Storage: Sendable {
    case model(Bytes)
    /// Floats stored as halves.
    case halves(Bytes)
    /// Floats stored as bytes, with each byte's value.
    case bytes(ConstantTensor, [Float])
    /// Bytes stored as integers of 2 or 4 bits, lowest bits first.
    case packed(Bytes, bitCount: Int)
    /// Floats stored as integers with a scale per block.
    case blocks(ConstantTensor, scales: ConstantTensor, blockSize: Int)
    /// Elements of which only nonzero ones are stored.
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

  /// A constant of bytes stored as integers of 2 or 4 bits.
  ///
  /// - Throws: `OperatorError.constantSize` unless there are as many bytes as the elements need.
  init(_ type: TensorType, packed bytes: Bytes, bitCount: Int) throws(OperatorError) {
    let byteCount = (type.elementCount * bitCount + 7) / 8
    guard bytes.count == byteCount else { throw .constantSize(expected: byteCount, found: bytes.count) }
    self.type = type
    storage = .packed(bytes, bitCount: bitCount)
  }

  /// The floats of block-quantized integers.
  ///
  /// - Precondition: `constant` has bytes and the shape of `type`, whose elements are floats; `scales` has a float per
  ///   `blockSize` elements.
  init(_ type: TensorType, blocks constant: ConstantTensor, scales: ConstantTensor, blockSize: Int) {
    self.type = type
    storage = .blocks(constant, scales: scales, blockSize: blockSize)
  }

  /// A sparse constant of the model.
  ///
  /// - Precondition: `sparsity` has been verified against the shape, and `bytes` has as many elements as it says.
  init(_ type: TensorType, bytes: Bytes, sparsity: Sparsity) {
    self.type = type
    storage = .sparse(bytes, sparsity)
  }

  /// A constant vector, or a scalar for an empty shape, of int32 or int64 elements.
  ///
  /// - Throws: `OperatorError.value` if a value does not fit.
  /// - Precondition: there are as many values as the shape has elements.
  init(integers: [Int], as elementType: ElementType, shape: [Int]) throws(OperatorError) {
    type = try TensorType(elementType, shape)
    let memory = ConstantMemory(byteCount: type.byteCount)
    for (index, value) in integers.enumerated() {
      if elementType == .int64 {
        memory.pointer.storeBytes(of: Int64(value), toByteOffset: index * 8, as: Int64.self)
      } else {
        guard let value = Int32(exactly: value) else { throw .value(name: "32-bit value", value) }
        memory.pointer.storeBytes(of: value, toByteOffset: index * 4, as: Int32.self)
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

  /// The floats that the bytes of `constant` represent, by byte value.
  ///
  /// - Precondition: `constant` has elements of one byte and the shape of `type`, whose elements are floats.
  init(_ type: TensorType, bytes constant: ConstantTensor, standingFor floats: [Float]) {
    self.type = type
    storage = .bytes(constant, floats)
  }

  /// Unsigned bytes as the signed ones that they are in a layer of floats, whatever their zero point: the oldest
  /// converters stored symmetric filters so, and LiteRT reads them so. They have the tensor's scale, if there is one.
  /// Nil for other constants.
  func signed() throws(OperatorError) -> ConstantTensor? {
    guard type.elementType == .uint8 else { return nil }
    let scale = type.quantization?.scales.count == 1 ? type.quantization?.scales[0] : nil
    let signed = try TensorType(
      .int8, type.shape, quantization: scale.map { TensorQuantization(scale: $0, zeroPoint: 0) })
    switch storage {
    case .model(let bytes): return try ConstantTensor(signed, bytes: bytes)
    case .owned(let memory): return ConstantTensor(signed, memory: memory)
    default: return nil
    }
  }

  /// Excludes views of the model file.
  package var memory: [any KernelMemory] {
    switch storage {
    case .owned(let memory): [memory]
    case .bytes(let constant, _): constant.memory
    case .model, .halves, .packed, .blocks, .sparse: []
    }
  }

  /// The file's halves, at any alignment, if the elements are stored as such.
  var halves: Bytes? {
    if case .halves(let bytes) = storage { bytes } else { nil }
  }

  var isInModel: Bool {
    if case .model = storage { true } else { false }
  }

  /// Whether the elements take memory even though they are in the file.
  var isSparse: Bool {
    if case .sparse = storage { true } else { false }
  }

  /// Whether the file stores integers with a scale per block.
  var isInBlocks: Bool {
    if case .blocks = storage { true } else { false }
  }

  /// Whether the elements were computed.
  var isOwned: Bool {
    if case .owned = storage { true } else { false }
  }

  /// Bytes that ``aligned()`` takes.
  var copyByteCount: Int {
    switch storage {
    case .owned: 0
    case .bytes(let source, _): type.byteCount + (source.isInModel ? 0 : source.copyByteCount)
    case .blocks(let source, let scales, _):
      type.byteCount + [source, scales].reduce(0) { $0 + ($1.isInModel ? 0 : $1.copyByteCount) }
    case .model, .halves, .packed, .sparse: type.byteCount
    }
  }

  init(_ type: TensorType, memory: ConstantMemory) {
    self.type = type
    storage = .owned(memory)
  }

  /// The elements, at any alignment.
  ///
  /// - Parameter spares: pages for what is converted.
  package func withUnsafeBytes<R, E: Error>(
    _ spares: SparePages? = nil, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    switch storage {
    case .model(let bytes): return try bytes.withUnsafeBytes(body)
    case .halves, .bytes, .packed, .blocks, .sparse, .owned:
      let memory = aligned(spares)
      defer { withExtendedLifetime(memory) {} }
      return try body(UnsafeRawBufferPointer(start: memory.pointer, count: type.byteCount))
    }
  }

  /// Calls `body` with the elements as the weights of a product of bytes, which borrow them. Signed integers of 2 or 4
  /// bits stay packed.
  func withByteFilter<R>(_ range: ByteRange, _ spares: SparePages?, _ body: (ByteFilter) -> R) -> R {
    guard case .packed(let bytes, let bitCount) = storage, range.isSigned, range.zeroPoint == 0 else {
      return withUnsafeBytes(spares) { body(ByteFilter($0, of: range)) }
    }
    return bytes.withUnsafeBytes {
      body(ByteFilter(PackedIntegers($0, bitCount: bitCount, isSigned: true), count: type.elementCount))
    }
  }

  /// The elements, aligned for vectors; copied or converted if necessary.
  ///
  /// - Parameter spares: pages for short-lived copies.
  func aligned(_ spares: SparePages? = nil) -> ConstantMemory {
    switch storage {
    case .owned(let memory): return memory
    case .model(let bytes):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      bytes.withUnsafeBytes {
        memory.pointer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory.pointer), byteCount: $0.count)
      }
      return memory
    case .halves(let bytes):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      bytes.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        HalfPrecision.convert(
          type.elementCount, from: source, to: memory.pointer.assumingMemoryBound(to: Float.self))
      }
      return memory
    case .packed(let bytes, let bitCount):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      bytes.withUnsafeBytes {
        PackedIntegers($0, bitCount: bitCount, isSigned: type.elementType == .int8)
          .unpack(0..<type.elementCount, to: memory.pointer)
      }
      return memory
    case .blocks(let source, let scales, let blockSize):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      let target = memory.pointer.assumingMemoryBound(to: Float.self)
      let isSigned = source.type.elementType == .int8
      source.withUnsafeBytes { bytes in
        scales.withUnsafeBytes { scales in
          for index in 0..<type.elementCount {
            let scale = scales.loadUnaligned(fromByteOffset: index / blockSize * 4, as: Float.self)
            target[index] = Float(isSigned ? Int(Int8(bitPattern: bytes[index])) : Int(bytes[index])) * scale
          }
        }
      }
      return memory
    case .bytes(let source, let floats):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      let target = memory.pointer.assumingMemoryBound(to: Float.self)
      source.withUnsafeBytes { bytes in
        floats.withUnsafeBufferPointer { floats in
          for index in 0..<type.elementCount { target[index] = floats[Int(bytes[index])] }
        }
      }
      return memory
    case .sparse(let bytes, let sparsity):
      let memory = ConstantMemory(byteCount: type.byteCount, spares)
      memory.pointer.initializeMemory(as: UInt8.self, repeating: 0, count: type.byteCount)
      bytes.withUnsafeBytes { sparsity.expand($0, type, to: memory.pointer) }
      return memory
    }
  }

  /// The elements for packing: a view of the file if aligned to elements, otherwise a copy.
  func lent(_ spares: SparePages?) -> ConstantMemory { viewed ?? aligned(spares) }

  /// A view of the file; nil if there is none, or it is not aligned to elements.
  private var viewed: ConstantMemory? {
    guard case .model(let bytes) = storage, let size = type.elementType.byteCount else { return nil }
    return ConstantMemory(viewing: bytes, alignment: size)
  }

  /// The elements for every run, of a plan that keeps its file: large ones as a view.
  func kept() -> ConstantMemory { (type.byteCount < 1 << 16 ? nil : viewed) ?? aligned() }

  /// Nil for element types other than float32.
  package var floats: [Float]? {
    guard type.elementType == .float32 else { return nil }
    return [Float](unsafeUninitializedCapacity: type.elementCount) { floats, count in
      withUnsafeBytes { UnsafeMutableRawBufferPointer(floats).copyMemory(from: $0) }
      count = type.elementCount
    }
  }

  /// Nil for element types other than integers of 8 to 64 bits with a sign.
  package var integers: [Int]? {
    guard Self.integerTypes.contains(type.elementType) else { return nil }
    return withUnsafeBytes { bytes in (0..<type.elementCount).map { integer($0, bytes) } }
  }

  var int32s: [Int32] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)) }
    }
  }

  private static let integerTypes: [ElementType] = [.int32, .int64, .int16, .int8]

  /// The first element of a tensor of integers that satisfies a condition on index and value.
  func firstInteger(where holds: (_ place: Int, _ value: Int) -> Bool) -> Int? {
    guard Self.integerTypes.contains(type.elementType) else { return nil }
    return withUnsafeBytes { bytes in
      for place in 0..<type.elementCount {
        let value = integer(place, bytes)
        if holds(place, value) { return value }
      }
      return nil
    }
  }

  private func integer(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    func element<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Int {
      let offset = place * MemoryLayout<Integer>.size
      return Int(clamping: Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type)))
    }
    return switch type.elementType {
    case .int64: element(Int64.self)
    case .int16: element(Int16.self)
    case .int8: element(Int8.self)
    default: element(Int32.self)
    }
  }
}
