/// What an ``MPImage`` was made of. The raw values are MediaPipe's.
public enum MPImageSourceType: UInt, Sendable, Hashable, Codable, CaseIterable {
  /// A picture: a file, pixels in memory, a `UIImage`.
  case image
  /// A `CVPixelBuffer`.
  case pixelBuffer
  /// A `CMSampleBuffer`.
  case sampleBuffer
}
