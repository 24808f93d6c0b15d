extension Float {
  /// The number itself: MediaPipe's `visibility` and `presence` are `NSNumber`s, of which code takes this.
  public var floatValue: Float { self }

  /// The number as a `Double`, by `NSNumber`'s name.
  public var doubleValue: Double { Double(self) }
}
