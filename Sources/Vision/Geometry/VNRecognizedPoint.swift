#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// A point with its confidence and a key that says what it is.
  open class VNRecognizedPoint: VNDetectedPoint {
    /// What the point is.
    public let identifier: VNRecognizedPointKey

    /// A point from its components. (Mudra's addition: Apple's Vision makes them all.)
    public init(identifier: VNRecognizedPointKey, x: Double, y: Double, confidence: VNConfidence) {
      self.identifier = identifier
      super.init(x: x, y: y, confidence: confidence)
    }

    /// Whether both are of the same class, with the same key, coordinates and confidence.
    open override func isEqual(_ object: Any?) -> Bool {
      super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }
  }
#endif
