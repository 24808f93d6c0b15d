import HandPose
import HandTracking
import PixelImaging
import VisionTasks

/// The hands of a picture or a frame, as a session found them.
public struct SessionResult: HandResult {
  /// What the caller calls the picture or the clip.
  public let source: String
  /// Whether it is a frame of a video, which has a time, rather than a picture by itself.
  public let isVideoFrame: Bool
  /// The time of the frame; for a picture by itself, that of the task.
  public let timestampInMilliseconds: Int
  /// The picture, with its orientation.
  public let picture: MPImage
  /// The hands, in the task's order.
  public let hands: [DetectedHand]
  /// What the session's options request about the whole frame; nil if they request nothing.
  public let details: FrameDetails?
  /// How long the steps took, if requested.
  public let timings: StageTimings?
  /// What found the hands, if it was one of ``SessionOptions/looksAgain``.
  public let secondLook: SecondLook?
  /// What was saved in the frame; nil without a frame budget.
  public let economy: FrameEconomy?
  /// What happened in this frame: hands that appear or are lost, gestures that begin, change or end, if requested.
  public internal(set) var events: [HandEvent] = []
  /// The touchless gesture that begins with this frame, or a rest; nil if nothing changed or nothing was requested.
  public internal(set) var touchless: TouchlessGesture?
  /// The swipe that this frame completes, if requested.
  public internal(set) var swipe: Swipe?
  /// Whether the first hand grabs or releases with this frame, if requested.
  public internal(set) var grab: Grab?
  /// What became of motions with this frame; nil if none are requested.
  public internal(set) var motions: [MotionEvent]?
  /// How much hands pinch, grab, point, zoom and rotate; nil if that is not requested.
  public internal(set) var actions: HandActionValues?
  /// What was requested about the hands and the frame.
  package let requested: ResultDetails
  /// The camera that took the picture, if it is known.
  package let camera: CameraModel?
  /// Whether gestures were looked for.
  package let namesGestures: Bool
  /// What the sender of the picture calls it, if it was given with the picture.
  package var id: String?

  /// The result of a task of a session.
  package init(
    _ result: some HandResult, source: String, picture: MPImage, isVideoFrame: Bool, options: SessionOptions
  ) {
    self.source = source
    self.isVideoFrame = isVideoFrame
    self.picture = picture
    timestampInMilliseconds = result.timestampInMilliseconds
    hands = result.hands
    secondLook = result.secondLook
    economy = result.economy
    details = result.details
    timings = result.timings
    requested = options.details
    camera = options.camera
    namesGestures = options.task == .gestures
  }

  /// The result as a line of JSON: `mudra.result/1`, as the commands print it.
  public var json: String { jsonValue.text }

  /// ``events`` and ``motions`` as lines of JSON: `mudra.event/1`, as `mudra video --events` prints them.
  public var eventLines: [String] {
    VideoEvent.events(events, motions ?? [], source: source).map { $0.json.text }
  }

  /// Where a hand's landmarks are, in meters from the camera; nil if the camera is not known.
  public func cameraLandmarks(of hand: DetectedHand) -> [Landmark]? {
    camera.flatMap { hand.cameraLandmarks($0, imageWidth: image.width, imageHeight: image.height) }
  }

  /// The pixels of the picture.
  package var image: PixelImage { picture.pixelImage }

  /// The candidates that are not hands, if requested.
  package var removed: [RemovedCandidate]? { requested.contains(.removed) ? details?.removed : nil }

  /// The squares in which small hands were searched for, if origins or removed candidates are requested.
  package var searchedTiles: [ImageRegion]? {
    requested.isDisjoint(with: [.hands, .removed]) ? nil : details?.searchedTiles
  }

  /// The picture with the hands drawn on it.
  public func drawn() -> PixelImage { drawn(on: image) }
}
