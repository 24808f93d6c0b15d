/// A color to draw with.
package struct Color: Sendable, Hashable {
  /// Red, 0…255.
  package var red: UInt8
  /// Green, 0…255.
  package var green: UInt8
  /// Blue, 0…255.
  package var blue: UInt8
  /// Opacity, 0…255.
  package var alpha: UInt8

  /// A color from its channels.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Black, opaque.
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// White, opaque.
  package static let white = Color(red: 255, green: 255, blue: 255)
}
