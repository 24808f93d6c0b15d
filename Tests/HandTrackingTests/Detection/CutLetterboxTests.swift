import HandTracking
import PixelImaging
import TestSupport
import Testing

/// The palm detector without the black rows above and below a wide picture.
@Suite(.enabled(if: BuildKind.isOptimized, "networks are slow without optimization; run with -c release"))
struct CutLetterboxTests {
  private static let gestures = [
    "Closed_Fist", "ILoveYou", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory",
  ]

  /// A drawn hand with gray at its sides.
  private func wide(_ name: String, width: Int) throws -> PixelImage {
    let image = try RenderedHands.image(name)
    return try EditedPictures.gray(
      width: width, height: image.height, with: [(image, (width - image.width) / 2, 0)])
  }

  /// Scores of palms differ, too: one of 0.63 among the drawn ones becomes one of 0.45, below the default limit.
  private func recognizer(
    cuts: Bool, _ mode: RunningMode = .image, threads: Int = 1
  ) throws -> GestureRecognizer {
    try ClipFrames.recognizer(mode) {
      $0.tracking.skipsLetterbox = cuts
      $0.minHandDetectionConfidence = 0.3
      $0.baseOptions.numThreads = threads
    }
  }

  /// The largest distance of a landmark, in pixels of the picture.
  private func distance(
    _ found: GestureRecognizerResult, _ expected: GestureRecognizerResult, _ image: PixelImage
  ) -> Float {
    zip(found.landmarks.joined(), expected.landmarks.joined()).map { found, expected in
      let (x, y) = ((found.x - expected.x) * Float(image.width), (found.y - expected.y) * Float(image.height))
      return (x * x + y * y).squareRoot()
    }.max() ?? 0
  }

  private func labels(_ result: GestureRecognizerResult) -> [[String?]] {
    zip(result.handedness, result.gestures).map { [$0[0].categoryName, $1.first?.categoryName] }
  }

  @Test func `wide pictures have the same hands and gestures, within a few pixels`() throws {
    let (exact, cut) = try (recognizer(cuts: false), recognizer(cuts: true))
    var worst: Float = 0
    var images = try ["two_0", "two_1"].map { try RenderedHands.image($0) }
    for gesture in Self.gestures {
      for side in ["left", "right"] {
        // 16:9, and 3:2, which fills the rows that are computed.
        for width in [640, 540] { images.append(try wide("\(gesture)_\(side)", width: width)) }
      }
    }
    for image in images {
      let (expected, found) = try (exact.recognize(image: image), cut.recognize(image: image))
      #expect(!expected.landmarks.isEmpty)
      #expect(labels(found) == labels(expected))
      worst = max(worst, distance(found, expected, image))
    }
    print("cut letterbox: landmarks of \(images.count) wide pictures within \(worst) pixels of 360 rows")
    #expect(worst > 0)
    #expect(worst < 8)
  }

  @Test func `neither threads nor earlier pictures make a difference`() throws {
    let image = try RenderedHands.image("two_0")
    let expected = try recognizer(cuts: true).recognize(image: image).landmarks
    for threads in 1...3 {
      let task = try recognizer(cuts: true, threads: threads)
      for _ in 1...2 {
        #expect(try task.recognize(image: image).landmarks == expected, "\(threads) threads")
        _ = try task.recognize(image: wide("Victory_left", width: 1080))
        #expect(try task.recognize(image: image).landmarks == expected, "\(threads) threads, after another picture")
        _ = try task.recognize(image: RenderedHands.image("Victory_left"))
        #expect(try task.recognize(image: image).landmarks == expected, "\(threads) threads, after a picture of 4:3")
      }
    }
  }

  @Test func `a video's frames are searched as pictures are`() throws {
    let image = try RenderedHands.image("two_1")
    let picture = try recognizer(cuts: true).recognize(image: image)
    let video = try recognizer(cuts: true, .video)
    #expect(try video.recognize(videoFrame: image, timestampInMilliseconds: 0).landmarks == picture.landmarks)
  }

  @Test func `a picture of 4:3 or upright has no rows to cut`() throws {
    let (exact, cut) = try (recognizer(cuts: false), recognizer(cuts: true))
    let image = try RenderedHands.image("Thumb_Up_right")
    for image in try [image, RenderedHands.turned(image)] {
      let (expected, found) = try (exact.recognize(image: image), cut.recognize(image: image))
      #expect(found.landmarks == expected.landmarks)
      #expect(found.gestures == expected.gestures)
    }
  }
}
