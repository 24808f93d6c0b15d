import Foundation
import VisionTasks

/// Options of a ``GestureRecognizer``.
public final class GestureRecognizerOptions: HandTaskOptions {
  /// Who gets the answers in live-stream mode, in which it must be set; in other modes it must not be. It is not kept
  /// alive, neither by the options nor by the task.
  public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?

  private var storedCannedOptions: ClassifierOptions?
  private var storedCustomOptions: ClassifierOptions?

  /// Which of the canned gestures count; copied when it is set. Nil: all.
  public var cannedGesturesClassifierOptions: ClassifierOptions? {
    get { storedCannedOptions }
    set { storedCannedOptions = newValue?.copied() }
  }

  /// Which of the bundle's own gestures count; copied when it is set. Nil: all.
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
