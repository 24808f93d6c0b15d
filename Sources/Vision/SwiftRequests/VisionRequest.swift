#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A request of the Swift API. There is one kind: ``DetectHumanHandPoseRequest``.
  public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// What the request finds.
    associatedtype Result: Sendable

    /// The kind and revision.
    var descriptor: RequestDescriptor { get }
  }

  /// A request for a picture, or a part of it.
  public protocol ImageProcessingRequest: VisionRequest {
    /// The part of the displayed picture to look at. Results are normalized to it. One that is empty, or not within the
    /// picture, is an error when the request is performed.
    var regionOfInterest: NormalizedRect { get set }
  }

  extension VisionRequest {
    /// The kind and revision as text.
    public var description: String { "\(descriptor)" }
  }

  /// A request that is performed here, rather than an app's.
  protocol PerformableRequest: VisionRequest {
    /// What the request finds in a picture.
    func find(in picture: VisionPicture) throws(VNError) -> Result

    /// The result among those of several kinds of requests.
    func named(_ result: Result) -> VisionResult
  }
#endif
