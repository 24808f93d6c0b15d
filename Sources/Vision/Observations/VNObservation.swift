#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// Something that a request found.
  open class VNObservation: NSObject, NSCopying {
    /// A number that no other observation has.
    public let uuid = UUID()
    /// The confidence, from 0 to 1.
    public let confidence: VNConfidence
    /// The time of the frame in which it was found, and the frame's duration; both 0 if the picture has no time.
    public let timeRange: CMTimeRange
    /// The revision of the request.
    public let requestRevision: Int

    init(confidence: VNConfidence, timeRange: CMTimeRange, requestRevision: Int) {
      self.confidence = confidence
      self.timeRange = timeRange
      self.requestRevision = requestRevision
    }

    /// The observation itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
  }
#endif
