import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct GestureRecognizerTests {
  private func recognizer(
    model: String = BundleFiles.gestureRecognizer, _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = model
    set(options)
    return try GestureRecognizer(options: options)
  }

  private func names(_ result: GestureRecognizerResult) -> [String?] {
    result.gestures.flatMap { $0.map(\.categoryName) }
  }

  @Test func `a gesture is reported beside the hand that the landmarker finds`() throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let result = try recognizer().recognize(image: image)
    let hands = try HandLandmarker(modelPath: BundleFiles.handLandmarker).detect(image: image)
    #expect(names(result) == ["Thumb_Up"])
    #expect(result.gestures[0][0].index == -1)
    #expect(result.gestures[0][0].displayName == nil)
    #expect(result.landmarks == hands.landmarks)
    #expect(result.worldLandmarks == hands.worldLandmarks)
    #expect(result.handedness == hands.handedness)
    #expect(result.hands.map(\.presence) == hands.hands.map(\.presence))
    #expect(result.hands.map(\.gesture?.classifier) == [.canned])
    #expect(hands.hands.map(\.gesture) == [nil])
  }

  @Test func `a list of classes changes the gesture`() throws {
    let image = try RenderedHands.image("Victory_right")
    let denied = try recognizer {
      let classifier = ClassifierOptions()
      classifier.categoryDenylist = ["Victory"]
      $0.cannedGesturesClassifierOptions = classifier
    }
    #expect(try names(denied.recognize(image: image)) != ["Victory"])
    let allowed = try recognizer {
      let classifier = ClassifierOptions()
      classifier.categoryAllowlist = ["ILoveYou"]
      $0.cannedGesturesClassifierOptions = classifier
    }
    #expect(try names(allowed.recognize(image: image)) == ["ILoveYou"])
  }

  @Test func `the number of hands cuts all lists`() throws {
    let image = try RenderedHands.image("two_0")
    for count in [1, 2] {
      let result = try recognizer { $0.numHands = count }.recognize(image: image)
      #expect(result.gestures.count == count)
      #expect(result.landmarks.count == count)
      #expect(result.handedness.count == count)
    }
  }

  @Test func `a confidence of one finds nothing`() throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    #expect(try recognizer { $0.minHandDetectionConfidence = 1 }.recognize(image: image).landmarks.isEmpty)
    #expect(try recognizer { $0.minHandPresenceConfidence = 1 }.recognize(image: image).landmarks.isEmpty)
  }

  @Test func `a score at the classifier's threshold counts, one below does not`() throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let score = try recognizer().recognize(image: image).gestures[0][0].score
    for (threshold, expected) in [(score, ["Thumb_Up"]), (score.nextUp, [])] {
      let task = try recognizer {
        let classifier = ClassifierOptions()
        classifier.scoreThreshold = threshold
        $0.cannedGesturesClassifierOptions = classifier
      }
      #expect(try names(task.recognize(image: image)) == expected)
    }
  }

  @Test(arguments: [-1, 0, 1, 3, Int.min, Int.max])
  func `a gesture is the best class alone, whatever the number of results`(count: Int) throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let task = try recognizer {
      let classifier = ClassifierOptions()
      classifier.maxResults = count
      $0.cannedGesturesClassifierOptions = classifier
    }
    #expect(try names(task.recognize(image: image)) == ["Thumb_Up"])
  }

  @Test(arguments: [nil, "en", "de", "", "not a locale"])
  func `a gesture has no display name, whatever the locale`(locale: String?) throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let task = try recognizer {
      let classifier = ClassifierOptions()
      classifier.displayNamesLocale = locale
      $0.cannedGesturesClassifierOptions = classifier
    }
    let category = try task.recognize(image: image).gestures[0][0]
    #expect(category.categoryName == "Thumb_Up")
    #expect(category.displayName == nil)
  }

  @Test func `the options of the custom classifier leave the canned one alone`() throws {
    let image = try RenderedHands.image("Victory_right")
    let task = try recognizer {
      let classifier = ClassifierOptions()
      classifier.categoryDenylist = ["Victory"]
      $0.customGesturesClassifierOptions = classifier
    }
    #expect(try names(task.recognize(image: image)) == ["Victory"])
  }

  @Test func `without any gesture MediaPipe's lists are empty, and the hands are there`() throws {
    let strict = try recognizer {
      let classifier = ClassifierOptions()
      classifier.scoreThreshold = 1.5
      $0.cannedGesturesClassifierOptions = classifier
    }
    let result = try strict.recognize(image: try RenderedHands.image("Victory_right"))
    #expect(result.gestures.isEmpty)
    #expect(result.landmarks.isEmpty)
    #expect(result.worldLandmarks.isEmpty)
    #expect(result.handedness.isEmpty)
    #expect(result.hands.map(\.side) == [.right])
    #expect(result.hands.map(\.gesture) == [nil])
    #expect(result.hands.map(\.landmarks.count) == [21])
  }

  @Test func `a custom classifier is asked first`() throws {
    // The highest class of the sigmoid of an embedding is chosen; the classes are named c0, c1, …
    let custom = TinyModel.model(shape: [1, 128], labels: (0..<128).map { "c\($0)" }, scoreThreshold: 0.1)
    let bundle = try BundleFiles.gestureBundle(replacing: ["custom_gesture_classifier.tflite": custom])
    try BundleFiles.withFile(bundle) { path in
      let image = try RenderedHands.image("Thumb_Up_left")
      let name = try #require(try names(recognizer(model: path).recognize(image: image)).first)
      #expect(name?.hasPrefix("c") == true)
      let strict = try recognizer(model: path) {
        let classifier = ClassifierOptions()
        classifier.scoreThreshold = 2
        $0.customGesturesClassifierOptions = classifier
      }
      #expect(try names(strict.recognize(image: image)) == ["Thumb_Up"])
    }
  }

  @Test func `the threshold in a model's metadata is in force`() throws {
    let custom = TinyModel.model(shape: [1, 128], labels: (0..<128).map { "c\($0)" }, scoreThreshold: 1.5)
    let bundle = try BundleFiles.gestureBundle(replacing: ["custom_gesture_classifier.tflite": custom])
    try BundleFiles.withFile(bundle) { path in
      let image = try RenderedHands.image("Thumb_Up_left")
      #expect(try names(recognizer(model: path).recognize(image: image)) == ["Thumb_Up"])
    }
  }

  @Test(.enabled(if: PackageFolders.hasShared, "../shared is absent"))
  func `a bundle with a trained custom classifier opens and recognizes`() throws {
    let shared = try #require(PackageFolders.shared)
    let task = try recognizer(model: shared.appendingPathComponent("models/custom_gestures.task").path)
    #expect(try task.recognize(image: try RenderedHands.image("Thumb_Up_left")).gestures.count == 1)
  }

  @Test func `a result can be written and read back`() throws {
    let result = try recognizer().recognize(image: try RenderedHands.image("Thumb_Up_left"))
    let data = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(GestureRecognizerResult.self, from: data) == result)
  }
}
