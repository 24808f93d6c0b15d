#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || WITHOUT_FOUNDATION)
  import Foundation

  /// A vector by CoreGraphics' name, which Foundation does not have on other systems.
  public struct CGVector: Sendable, Hashable, Codable {
    /// The horizontal part.
    public var dx: CGFloat
    /// The vertical part.
    public var dy: CGFloat

    /// The vector of no length.
    public static let zero = CGVector()

    /// The vector of no length.
    public init() {
      self.init(dx: CGFloat(0), dy: CGFloat(0))
    }

    /// A vector from its parts.
    public init(dx: CGFloat, dy: CGFloat) {
      (self.dx, self.dy) = (dx, dy)
    }

    /// A vector from its parts.
    public init(dx: Double, dy: Double) {
      self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// A vector from its parts.
    public init(dx: Int, dy: Int) {
      self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }
  }
#endif
