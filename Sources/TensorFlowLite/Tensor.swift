import Foundation
import TensorRuntime

/// A copy of an input or output of a model.
public struct Tensor: Equatable, Hashable, Sendable {
  /// The tensor's name in the model.
  public let name: String
  /// The type of the elements.
  public let dataType: DataType
  /// The extents, outermost first (NHWC for pictures).
  public let shape: Shape
  /// The elements, one after the other.
  public let data: Data
  /// What integers represent; nil for plain numbers. If each index of an axis has a scale, these are the first.
  public let quantizationParameters: QuantizationParameters?

  /// A tensor of the given elements.
  public init(
    name: String, dataType: DataType, shape: Shape, data: Data, quantizationParameters: QuantizationParameters? = nil
  ) {
    self.name = name
    self.dataType = dataType
    self.shape = shape
    self.data = data
    self.quantizationParameters = quantizationParameters
  }

  /// Nil if there is no ``DataType`` for the elements.
  init?(_ copy: SubgraphRun.TensorCopy) {
    let type = copy.description
    guard let dataType = DataType(type.elementType) else { return nil }
    let quantization = type.quantization.flatMap { quantization in
      quantization.scales.first.map { scale in
        QuantizationParameters(scale: scale, zeroPoint: quantization.zeroPoints.first ?? 0)
      }
    }
    self.init(
      name: copy.name, dataType: dataType, shape: Shape(type.shape), data: copy.data,
      quantizationParameters: quantization)
  }

  /// The types of elements.
  public enum DataType: Equatable, Hashable, Sendable {
    /// Booleans, one byte each.
    case bool
    /// 8-bit integers without a sign.
    case uInt8
    /// 8-bit integers. Google's library has no case for them and refuses such tensors.
    case int8
    /// 16-bit integers.
    case int16
    /// 32-bit integers.
    case int32
    /// 64-bit integers.
    case int64
    /// Half-precision numbers.
    case float16
    /// Single-precision numbers.
    case float32
    /// Double-precision numbers.
    case float64

    init?(_ type: ElementType) {
      switch type {
      case .bool: self = .bool
      case .uint8: self = .uInt8
      case .int8: self = .int8
      case .int16: self = .int16
      case .int32: self = .int32
      case .int64: self = .int64
      case .float16: self = .float16
      case .float32: self = .float32
      case .float64: self = .float64
      default: return nil
      }
    }
  }

  /// The extents of a tensor.
  public struct Shape: Equatable, Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The number of dimensions.
    public let rank: Int
    /// The extents, outermost first; none for a scalar.
    public let dimensions: [Int]

    /// A shape of the given extents.
    public init(_ dimensions: [Int]) { (rank, self.dimensions) = (dimensions.count, dimensions) }

    /// A shape of the given extents.
    public init(_ elements: Int...) { self.init(elements) }

    /// A shape of the given extents.
    public init(arrayLiteral: Int...) { self.init(arrayLiteral) }
  }
}
