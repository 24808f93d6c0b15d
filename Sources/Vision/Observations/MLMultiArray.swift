#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// The type of an array's elements, by CoreML's name. The raw values are CoreML's.
  public enum MLMultiArrayDataType: Int, Sendable {
    /// 64-bit floating point.
    case double = 65600
  }

  /// An array of numbers with several dimensions, by CoreML's name: what `keypointsMultiArray()` returns. It holds
  /// doubles, and cannot be changed.
  public final class MLMultiArray: NSObject, Sendable {
    private let sizes: [Int]
    /// The elements, those that differ in the last index side by side. (Mudra's addition.)
    public let doubles: [Double]

    /// An array of as many elements as its shape says.
    init(shape: [Int], doubles: [Double]) {
      precondition(shape.reduce(1, *) == doubles.count, "the elements must fill the array")
      sizes = shape
      self.doubles = doubles
    }

    /// The size of each dimension.
    public var shape: [NSNumber] { sizes.map { NSNumber(value: $0) } }

    /// How far the elements are apart, for each dimension.
    public var strides: [NSNumber] { steps.map { NSNumber(value: $0) } }

    /// The type of the elements.
    public var dataType: MLMultiArrayDataType { .double }

    /// The number of elements.
    public var count: Int { doubles.count }

    private var steps: [Int] {
      sizes.indices.map { sizes[($0 + 1)...].reduce(1, *) }
    }

    /// The element at a position in memory.
    ///
    /// - Precondition: there is such an element.
    public subscript(index: Int) -> NSNumber { NSNumber(value: doubles[index]) }

    /// The element at an index for each dimension.
    ///
    /// - Precondition: there are as many indices as dimensions, each within its dimension.
    public subscript(indices: [NSNumber]) -> NSNumber {
      let indices = indices.map(\.intValue)
      precondition(indices.count == sizes.count, "expected \(sizes.count) indices, found \(indices.count)")
      for (index, size) in zip(indices, sizes) {
        precondition((0..<size).contains(index), "index \(index) is outside 0..<\(size)")
      }
      return self[zip(indices, steps).reduce(0) { $0 + $1.0 * $1.1 }]
    }
  }
#endif
