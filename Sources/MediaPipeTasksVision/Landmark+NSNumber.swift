import Foundation
import HandTracking

// MediaPipe's landmarks have numbers as objects. With nil and with literals, the initializers of `Float?` are meant.

extension NormalizedLandmark {
  /// A landmark from its coordinates, and numbers as objects.
  @_disfavoredOverload
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.init(x: x, y: y, z: z, visibility: visibility?.floatValue, presence: presence?.floatValue)
  }
}

extension Landmark {
  /// A landmark from its coordinates, and numbers as objects.
  @_disfavoredOverload
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.init(x: x, y: y, z: z, visibility: visibility?.floatValue, presence: presence?.floatValue)
  }
}
