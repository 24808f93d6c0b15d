import Foundation

/// Options of a ``HandLandmarker``.
public final class HandLandmarkerOptions: HandTaskOptions {
  /// Who gets the answers in live-stream mode, in which it must be set; in other modes it must not be. It is not kept
  /// alive, neither by the options nor by the task.
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
