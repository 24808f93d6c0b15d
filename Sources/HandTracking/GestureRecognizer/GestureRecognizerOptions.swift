import Foundation

/// Options of a ``GestureRecognizer``.
public final class GestureRecognizerOptions: TaskOptions {
  /// What the task is fed with.
  public var runningMode = RunningMode.image
  /// Who gets the answers in live-stream mode, in which it must be set; in other modes it must not be. It is not kept
  /// alive, neither by the options nor by the task.
  public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
  /// How many hands are found at most; at least 1.
  public var numHands = 1
  /// The lowest score, from 0 to 1, at which a palm counts as found.
  public var minHandDetectionConfidence: Float = 0.5
  /// The score, from 0 to 1, that the hand in a palm's region must exceed.
  public var minHandPresenceConfidence: Float = 0.5
  /// The overlap, from 0 to 1, above which a palm found in a video is a hand that is followed already.
  public var minTrackingConfidence: Float = 0.5

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
  public override init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = GestureRecognizerOptions()
    copy.takeTaskOptions(of: self)
    copy.runningMode = runningMode
    copy.gestureRecognizerLiveStreamDelegate = gestureRecognizerLiveStreamDelegate
    copy.numHands = numHands
    copy.minHandDetectionConfidence = minHandDetectionConfidence
    copy.minHandPresenceConfidence = minHandPresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    copy.cannedGesturesClassifierOptions = cannedGesturesClassifierOptions
    copy.customGesturesClassifierOptions = customGesturesClassifierOptions
    return copy
  }
}
