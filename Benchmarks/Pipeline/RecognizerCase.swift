import Mudra
import PixelImaging
import TensorRuntime

/// One way of using the gesture recognizer, from pixels in memory to the result. In frames without a hand, the palm
/// detector searches each time.
struct RecognizerCase {
  /// Its title; charts key on it.
  let title: String
  /// The input.
  let picture: BenchmarkPicture
  /// Single pictures, or frames of a video in which hands are tracked.
  let isTracked: Bool

  /// Other options than the default, which are measured beside it where it matters.
  struct Variant {
    /// What is added to the contender's name.
    let name: String
    /// Sets its options.
    var set: @Sendable (GestureRecognizerOptions) -> Void = { _ in }
    /// Where hands are searched for.
    var search = ImageSearch.everywhere

    /// As in MediaPipe.
    static let exact = Variant(name: "")
    static let fast = Variant(name: " fast") { $0.baseOptions.precision = .fast }
    /// Fast precision and a cut letterbox, each by itself, and both.
    static let others = [
      Variant(name: " cut") { $0.tracking.skipsLetterbox = true }, fast,
      Variant(name: " fast, cut") {
        $0.baseOptions.precision = .fast
        $0.tracking.skipsLetterbox = true
      },
    ]
    /// What single pictures have beyond MediaPipe's, each by itself. The squares are those for a second hand, which the
    /// picture does not have.
    static let pictureExtras = [
      Variant(name: " two passes") { $0.landmarkPasses = 2 },
      Variant(name: " reliability") { $0.details = .reliability },
      Variant(name: " squares", set: { $0.numHands = 2 }, search: .tiles(smallestHand: 0.1)),
    ]
    /// What frames of a video have beyond MediaPipe's, each by itself.
    static let frameExtras = [
      Variant(name: " smooth") { $0.tracking.smoothing = SmoothingOptions() },
      Variant(name: " reliability") { $0.details = .reliability },
      Variant(name: " One-Euro") { $0.tracking.smoothing = SmoothingOptions(.oneEuro) },
      Variant(name: " skeleton") { $0.details = .skeleton },
      Variant(name: " within a budget") { $0.tracking.frameBudget = .seconds(1) },
      Variant(name: " predicted") {
        $0.tracking.predictionInMilliseconds = 33
        $0.tracking.predictsRegion = true
      },
    ]
  }

  /// Whether the package promises something about it: one hand, 640 pixels wide.
  var isPromised: Bool { picture.handCount == 1 && picture.image.width == 640 }

  /// The variants to measure: in frames wider than 4:3 in which the palm detector searches, and fast arithmetic and
  /// extras in what is promised.
  var variants: [Variant] {
    if isPromised { return [.fast] + (isTracked ? Variant.frameExtras : Variant.pictureExtras) }
    return isTracked && picture.handCount == 0 && picture.image.width * 3 > picture.image.height * 4
      ? Variant.others : []
  }

  /// A case with its picture.
  init(_ picture: BenchmarkPicture, isTracked: Bool) {
    self.picture = picture
    self.isTracked = isTracked
    let kind = isTracked ? picture.handCount == 0 ? "search frame" : "tracked frame" : "picture"
    title = "gesture recognizer, \(kind), \(picture.name)"
  }

  /// Every case: one and two hands, in pictures of these sizes, and frames without one at 4:3 and 16:9.
  static func all(
    _ settings: BenchmarkSettings, sizes: [(width: Int, height: Int)] = [(640, 480), (3840, 2160)]
  ) throws -> [RecognizerCase] {
    var cases: [RecognizerCase] = []
    for isTracked in [false, true] {
      for (width, height) in sizes {
        for handCount in [1, 2] {
          let picture = try settings.picture(handCount: handCount, width: width, height: height)
          cases.append(RecognizerCase(picture, isTracked: isTracked))
        }
      }
    }
    for (width, height) in [(640, 480), (1280, 720)] {
      cases.append(RecognizerCase(try BenchmarkPicture(width: width, height: height), isTracked: true))
    }
    return cases
  }

  /// The work of one frame, ready to be timed. The result of a tracked frame is a new one, or the same one reused for
  /// all frames.
  func runner(
    _ choice: KernelChoice, _ variant: Variant = .exact, threads: Int, reusesResult: Bool = false
  ) throws -> () throws -> Void {
    let options = GestureRecognizerOptions()
    options.baseOptions = Self.baseOptions(choice, threads)
    options.numHands = max(picture.handCount, 1)
    options.runningMode = isTracked ? .video : .image
    variant.set(options)
    let recognizer = try GestureRecognizer(options: options)
    let image = MPImage(image: picture.image, search: variant.search)
    guard isTracked else {
      try expect(try recognizer.recognize(image: image).hands.count)
      return { _ = try recognizer.recognize(image: image) }
    }
    var time = 0
    try expect(try recognizer.recognize(videoFrame: image, timestampInMilliseconds: time).hands.count)
    var result = GestureRecognizerResult(timestampInMilliseconds: 0)
    return {
      time += 33
      guard !reusesResult else {
        return try recognizer.recognize(videoFrame: image, timestampInMilliseconds: time, into: &result)
      }
      _ = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: time)
    }
  }

  private func expect(_ found: Int) throws {
    guard found == picture.handCount else { throw WrongHandCount(title: title, found: found) }
  }

  private struct WrongHandCount: Error, CustomStringConvertible {
    let title: String
    let found: Int
    var description: String { "\(title): \(found) hands found; the measured work would be another" }
  }

  private static func baseOptions(_ choice: KernelChoice, _ threads: Int) -> BaseOptions {
    let options = BaseOptions()
    options.numThreads = threads
    options.kernelProvider = choice.provider
    return options
  }
}
