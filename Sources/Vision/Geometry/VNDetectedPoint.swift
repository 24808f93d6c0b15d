#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// Vision's name of a confidence, from 0 to 1.
  public typealias VNConfidence = Float

  /// A point with its confidence.
  open class VNDetectedPoint: VNPoint {
    /// The confidence, from 0 to 1. Of a hand's joint, it is the confidence that there is a hand,
    /// unless the request reports that of each joint.
    public let confidence: VNConfidence

    /// A point from its components. (Mudra's addition: Apple's Vision makes them all.)
    public init(x: Double, y: Double, confidence: VNConfidence) {
      self.confidence = confidence
      super.init(x: x, y: y)
    }

    /// Whether both are of the same class, with the same coordinates and confidence.
    open override func isEqual(_ object: Any?) -> Bool {
      super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }
  }
#endif
