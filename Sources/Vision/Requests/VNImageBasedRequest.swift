#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A request for a picture, or a part of it.
  open class VNImageBasedRequest: VNRequest {
    /// The part of the displayed picture to look at, normalized to it, with its origin at the lower left. Results are
    /// normalized to this region. One that is empty, or not within (0, 0) to (1, 1), is an error when the request is
    /// performed.
    open var regionOfInterest = VNNormalizedIdentityRect
  }
#endif
