#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A point in a picture.
  open class VNPoint: NSObject, NSCopying {
    /// From left to right.
    public let x: Double
    /// From bottom to top.
    public let y: Double

    /// A point from its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// A point from a location.
    public convenience init(location: CGPoint) {
      self.init(x: Double(location.x), y: Double(location.y))
    }

    /// The origin.
    open class var zero: VNPoint { VNPoint(x: 0, y: 0) }

    /// The position.
    open var location: CGPoint { CGPoint(x: x, y: y) }

    // MARK: Arithmetic

    /// The point that is a vector away from another.
    open class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
      VNPoint(x: point.x + vector.x, y: point.y + vector.y)
    }

    /// The distance from another point, in the unit of the coordinates.
    open func distance(_ point: VNPoint) -> Double {
      hypot(x - point.x, y - point.y)
    }

    /// The distance between two points.
    public class func distance(_ point1: VNPoint, _ point2: VNPoint) -> Double {
      point1.distance(point2)
    }

    // MARK: NSObject

    /// The point itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are of the same class and have the same coordinates.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? VNPoint else { return false }
      return type(of: other) == type(of: self) && other.x == x && other.y == y
    }

    /// A hash of the coordinates.
    open override var hash: Int {
      var hasher = Hasher()
      hasher.combine(x)
      hasher.combine(y)
      return hasher.finalize()
    }

    /// The coordinates as text, like Vision's.
    open override var description: String { "[\(x); \(y)]" }
  }
#endif
