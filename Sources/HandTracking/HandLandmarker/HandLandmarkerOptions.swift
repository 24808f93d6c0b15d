#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Options of a ``HandLandmarker``.
public final class HandLandmarkerOptions: HandTaskOptions {
  /// Receives the results in live-stream mode, in which it must be set; in other modes it must not be. Neither the
  /// options nor the task retain it.
  public weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?

  /// The default options.
  public required init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = HandLandmarkerOptions()
    copy.takeHandOptions(of: self)
    copy.handLandmarkerLiveStreamDelegate = handLandmarkerLiveStreamDelegate
    return copy
  }
}
