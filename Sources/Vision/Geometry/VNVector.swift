#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A difference of two points.
  open class VNVector: NSObject {
    /// From left to right.
    public let x: Double
    /// From bottom to top.
    public let y: Double

    /// A vector from its components.
    public init(xComponent x: Double, yComponent y: Double) {
      self.x = x
      self.y = y
    }

    /// The vector from one point to another.
    public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
      self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
    }

    /// The length.
    open var length: Double { hypot(x, y) }
  }
#endif
