import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Options of a ``GestureRecognizer``.
public final class GestureRecognizerOptions: HandTaskOptions {
  /// Receives the results in live-stream mode, in which it must be set; in other modes it must not be. Neither the
  /// options nor the task retain it.
  public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?

  private var storedCannedOptions: ClassifierOptions?
  private var storedCustomOptions: ClassifierOptions?

  /// The canned gestures to report; copied when set. Nil: all.
  public var cannedGesturesClassifierOptions: ClassifierOptions? {
    get { storedCannedOptions }
    set { storedCannedOptions = newValue?.copied() }
  }

  /// The bundle's own gestures to report; copied when set. Nil: all.
  public var customGesturesClassifierOptions: ClassifierOptions? {
    get { storedCustomOptions }
    set { storedCustomOptions = newValue?.copied() }
  }

  /// The default options.
  public required init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = GestureRecognizerOptions()
    copy.takeHandOptions(of: self)
    copy.gestureRecognizerLiveStreamDelegate = gestureRecognizerLiveStreamDelegate
    copy.cannedGesturesClassifierOptions = cannedGesturesClassifierOptions
    copy.customGesturesClassifierOptions = customGesturesClassifierOptions
    return copy
  }
}
