#if WITHOUT_FOUNDATION
  // The little that the modules above this one take of Foundation, for libraries that must be small:
  // `Tools/build-c` defines the condition. What nobody needs there, such as `Bundle` and `UIImage`, is left out.
  @_exported import MudraPlatform

  /// A coordinate by CoreGraphics' name.
  public typealias CGFloat = Double

  /// Bytes by Foundation's name.
  public typealias Data = [UInt8]

  /// A point by CoreGraphics' name.
  public struct CGPoint: Sendable, Hashable, Codable {
    /// The distance from the left.
    public var x: CGFloat
    /// The distance from the edge that y counts from.
    public var y: CGFloat

    /// A point from its coordinates.
    public init(x: CGFloat, y: CGFloat) {
      (self.x, self.y) = (x, y)
    }
  }

  /// What every object is by Objective-C's name.
  public protocol NSObjectProtocol: AnyObject {}

  /// The class of every object by Objective-C's name.
  open class NSObject: NSObjectProtocol {
    /// An object.
    public init() {}
  }

  /// Where Objective-C once put objects.
  public struct NSZone {}

  /// An object that can be copied, by Objective-C's name.
  public protocol NSCopying {
    /// An independent copy.
    func copy(with zone: NSZone?) -> Any
  }

  /// An error with texts for people, by Foundation's name.
  public protocol LocalizedError: Error {
    /// What happened.
    var errorDescription: String? { get }
  }
#endif
