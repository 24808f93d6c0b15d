/// How much the hands of a frame pinch, grasp, point, zoom and rotate.
///
/// The names are those of OpenXR's extension `XR_EXT_hand_interaction`: `pinch_ext`, `grasp_ext` and `aim_activate_ext`
/// with `ready_ext` and `value`.
public struct HandActionValues: Sendable, Hashable, Codable {
  /// An action of a hand.
  public struct Value: Sendable, Hashable, Codable {
    /// Whether the hand is in a shape from which the action can be made; without that, the value says little.
    public let isReady: Bool
    /// From 0, not at all, to 1, fully.
    public let value: Float
    /// Whether it is made: from the settings' begin on, until it falls below the end.
    public let isActive: Bool
  }

  /// A ray that the hand points with.
  public struct Ray: Sendable, Hashable, Codable {
    /// The knuckle of the index finger: in shares of the picture's width and height, and its depth in shares of the
    /// width.
    public let origin: SIMD3<Float>
    /// A unit vector: x to the picture's right, y down, z away from the camera.
    public let direction: SIMD3<Float>
  }

  /// A hand.
  public struct Hand: Sendable, Hashable, Codable {
    /// The identity of its track, or its place in the result, from 1 on.
    public let hand: Int
    /// Thumb and index finger come together.
    public let pinch: Value
    /// The fingers close to a fist.
    public let grasp: Value
    /// A pinch of a hand that points.
    public let aim: Value
    /// Where the hand points; nil for a hand without a direction.
    public let ray: Ray?
    /// How far the hand has come since its pinch began, in palms, x to the picture's right and y down; nil without one.
    public let drag: SIMD2<Float>?
  }

  /// What two hands do together that pinch or grasp.
  public struct Both: Sendable, Hashable, Codable {
    /// The hands, as ``Hand/hand``.
    public let hands: [Int]
    /// Whether both pinch, or both grasp.
    public let isActive: Bool
    /// The distance of the hands, divided by what it was when they became active; 1 if they are not.
    public let zoom: Float
    /// How far the line between the hands has turned since then in radians, clockwise in the picture; 0 if they are not
    /// active.
    public let rotation: Float

    package init(hands: [Int], isActive: Bool, zoom: Float, rotation: Float) {
      (self.hands, self.isActive, self.zoom, self.rotation) = (hands, isActive, zoom, rotation)
    }
  }

  /// The hands, in the order of the result.
  public let hands: [Hand]
  /// The first two hands together; nil for fewer.
  public let both: Both?
}
