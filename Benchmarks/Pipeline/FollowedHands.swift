import HandTracking
import Mudra
import PixelImaging

/// What a frame of a video costs in which all hands are followed: no palm detection, each hand looked for where it was
/// in the frame before, and its gesture.
///
/// Made of the recogniser's parts: the public way there is video mode, which this package does not offer yet.
final class FollowedHands {
  private let detector: HandLandmarkDetector
  private let gestures: GesturePipeline
  private let image: Image
  private var regions: [Region] = []

  /// Finds the hands of a picture, from which on they are followed.
  init(in picture: BenchmarkPicture, baseOptions: BaseOptions) throws {
    typealias Files = ModelConstants.Files
    let options = GestureRecognizerOptions()
    let settings = try TaskSettings(
      baseOptions: baseOptions, runningMode: .image, numHands: picture.handCount,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence)
    let bundle = try TaskBundle(path: try settings.bundlePath(default: { $0.gestureRecognizerPath }))
    let handBundle = try bundle.bundle(named: Files.handLandmarkerBundle)
    let classifiers = try ClassifierSettings(nil, name: "")
    detector = try HandLandmarkDetector(bundle: handBundle, settings: settings)
    gestures = try GesturePipeline(
      bundle: try bundle.bundle(named: Files.gestureBundle), canned: classifiers, custom: classifiers,
      settings: settings)
    image = picture.image
    try PalmDetector(bundle: handBundle, settings: settings).detect(
      in: image, input: .full, limit: picture.handCount, regions: &regions)
  }

  /// Looks at the picture once more; the number of hands that are still there.
  func nextFrame() throws -> Int {
    let hands = try regions.compactMap { try detector.hand(in: $0, of: image) }
    let kept = HandDuplicates(imageWidth: image.width, imageHeight: image.height).removingDuplicates(hands)
    regions = kept.map(\.nextRegion)
    for hand in kept {
      _ = gestures.gesture(of: hand, rotation: 0, imageWidth: image.width, imageHeight: image.height)
    }
    return kept.count
  }
}
