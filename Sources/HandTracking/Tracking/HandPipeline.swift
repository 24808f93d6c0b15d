import PixelImaging
import TensorRuntime

/// The road from a picture to its hands: palm detector, landmark network, removal of duplicates; in a video, hands are
/// looked for where they were in the frame before.
///
/// It holds sessions and is used by one caller at a time. After the first frames a call allocates nothing.
package final class HandPipeline {
  private let palmDetector: PalmDetector
  private let landmarkDetector: HandLandmarkDetector
  private let handLimit: Int
  private let trackingOverlap: Float
  /// Where hands are looked for in this frame.
  private var regions: [Region] = []
  /// Where the palm detector finds hands in this frame.
  private var detected: [Region] = []
  /// Where the hands of the previous frame are to be looked for.
  private var tracked: [Region] = []
  /// Room for hands; the first `handCount` are those of this frame.
  private var slots: [Hand] = []
  private var handCount = 0
  /// How long the palm detector took for the last picture; zero if it did not run.
  package private(set) var palmDetectionTime = Duration.zero
  /// How long the search for landmarks took.
  package private(set) var landmarkTime = Duration.zero

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: TaskSettings, threads: ThreadPool) {
    palmDetector = PalmDetector(model, minScore: settings.minDetection, threads: threads)
    landmarkDetector = HandLandmarkDetector(model, minPresence: settings.minPresence, threads: threads)
    handLimit = settings.handCount
    trackingOverlap = settings.minTracking
  }

  /// All networks of the pipeline.
  package var networks: [Network] { [palmDetector.network, landmarkDetector.network] }

  /// The hands of the last picture or frame.
  package var hands: ArraySlice<Hand> { slots[..<handCount] }

  /// Finds the hands in a picture, the highest palm score first. `input` is the part of the picture that the palm
  /// detector looks at.
  package func process(_ image: Image, input: Region) throws(TaskError) {
    handCount = 0
    regions.removeAll(keepingCapacity: true)
    var watch = Stopwatch()
    try palmDetector.detect(in: image, input: input, limit: handLimit, regions: &regions)
    palmDetectionTime = watch.nextLap()
    try findHands(in: image)
    landmarkTime = watch.nextLap()
  }

  /// Finds the hands in the next frame of a video: first those of the frame before, in their order, then new ones, the
  /// highest palm score first.
  ///
  /// The palm detector runs only if fewer hands are followed than are wanted. A frame that throws ends all tracks.
  package func processNext(_ image: Image, input: Region) throws(TaskError) {
    handCount = 0
    regions.removeAll(keepingCapacity: true)
    regions.append(contentsOf: tracked)
    tracked.removeAll(keepingCapacity: true)
    var watch = Stopwatch()
    palmDetectionTime = .zero
    if regions.count < handLimit {
      detected.removeAll(keepingCapacity: true)
      try palmDetector.detect(in: image, input: input, limit: handLimit, regions: &detected)
      associate(detected)
      palmDetectionTime = watch.nextLap()
    }
    try findHands(in: image)
    landmarkTime = watch.nextLap()
    for index in 0..<handCount {
      tracked.append(slots[index].nextRegion)
    }
  }

  /// Appends those of the detected regions that are no hand which is looked for already, up to the number of hands.
  private func associate(_ detected: [Region]) {
    for region in detected {
      guard regions.count < handLimit else { return }
      if !regions.contains(where: { $0.uprightIntersectionOverUnion(region) > trackingOverlap }) {
        regions.append(region)
      }
    }
  }

  /// Looks for a hand in each region, in their order, and leaves out those that repeat an earlier one.
  private func findHands(in image: Image) throws(TaskError) {
    let duplicates = HandDuplicates(imageWidth: image.width, imageHeight: image.height)
    for region in regions {
      if handCount == slots.count {
        slots.append(Hand())
      }
      guard try landmarkDetector.find(&slots[handCount], in: region, of: image) else { continue }
      if !duplicates.isRepeat(slots[handCount], of: hands) {
        handCount += 1
      }
    }
  }
}
