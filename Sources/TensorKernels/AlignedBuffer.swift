import MudraPlatform

/// Memory for floats on a 64-byte boundary: packed weights, biases, slopes.
///
/// Its creator fills it and it is never written afterward, so sharing it is safe.
package final class AlignedBuffer: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<Float>
  /// Elements, padding included.
  package let count: Int
  /// The large pages that the memory is a part of; nil if Swift allocated it.
  private let slab: WeightSlab?

  package init(zeros count: Int) {
    let byteCount = max(count, 1) * 4
    let raw: UnsafeMutableRawPointer
    if let part = WeightSlab.part(byteCount: byteCount) {
      (raw, slab) = (part.memory, part.slab)
    } else {
      (raw, slab) = (.allocate(byteCount: byteCount, alignment: 64), nil)
      if byteCount >= 1 << 14 { ZeroedMemory.populate(raw, byteCount: byteCount) }
      // Element by element would be slow without optimization.
      memset(raw, 0, byteCount)
    }
    pointer = raw.bindMemory(to: Float.self, capacity: max(count, 1))
    self.count = count
  }

  /// Copies `values`, zero-padded to a multiple of `multiple`, so that vectors can be loaded to the end.
  package convenience init(_ values: UnsafeBufferPointer<Float>, paddedTo multiple: Int) {
    self.init(zeros: (values.count + multiple - 1) / multiple * multiple)
    if let base = values.baseAddress { pointer.update(from: base, count: values.count) }
  }

  package static let pointerByteCount = MemoryLayout<UnsafePointer<Float>>.size

  /// A buffer for `count` addresses.
  package convenience init(pointers count: Int) {
    self.init(zeros: count * Self.pointerByteCount / 4)
  }

  package func setPointer(_ index: Int, to address: UnsafePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(
      of: Int(bitPattern: address), toByteOffset: index * Self.pointerByteCount, as: Int.self)
  }

  /// The addresses from an index on, as an argument of emitted code.
  package func pointers(from index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(pointer) + index * Self.pointerByteCount
  }

  func scaled(by factor: Float) -> AlignedBuffer {
    let scaled = AlignedBuffer(zeros: count)
    for index in 0..<count { scaled.pointer[index] = pointer[index] * factor }
    return scaled
  }

  deinit { if slab == nil { UnsafeMutableRawPointer(pointer).deallocate() } }
}
