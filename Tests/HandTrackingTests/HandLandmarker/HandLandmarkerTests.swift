import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct HandLandmarkerTests {
  private func landmarker(_ set: (HandLandmarkerOptions) -> Void = { _ in }) throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    set(options)
    return try HandLandmarker(options: options)
  }

  /// Everything of a result but its time.
  private func hands(_ result: HandLandmarkerResult) -> HandLandmarkerResult {
    HandLandmarkerResult(hands: result.hands, timestampInMilliseconds: 0)
  }

  @Test func `a hand has 21 landmarks, one handedness and a presence`() throws {
    let result = try landmarker().detect(image: try RenderedHands.image("Open_Palm_right"))
    #expect(result.landmarks.map(\.count) == [21])
    #expect(result.worldLandmarks.map(\.count) == [21])
    #expect(result.handedness.map { $0.map(\.categoryName) } == [["Right"]])
    #expect(result.hands.map(\.side) == [.right])
    #expect(result.hands.allSatisfy { $0.presence > 0.5 && $0.presence <= 1 })
    #expect(result.hands[0].sideScore == result.handedness[0][0].score)
    #expect(result.hands[0].landmarks[.indexFingerTip] == result.landmarks[0][8])
    #expect(result.hands[0].worldLandmarks[.wrist] == result.worldLandmarks[0][0])
    #expect(result.hands[0].shape == HandShape(result.worldLandmarks[0]))
  }

  @Test func `pictures of a task are a second apart`() throws {
    let task = try landmarker()
    let image = try PixelImage(width: 1, height: 1, format: .rgb, pixels: [0, 0, 0])
    let times = try (0..<3).map { _ in try task.detect(image: image).timestampInMilliseconds }
    #expect(times == [0, 1000, 2000])
  }

  @Test(arguments: [(1, 1), (1, 2000), (2000, 1)])
  func `a picture of one pixel, row or column has no hands`(width: Int, height: Int) throws {
    let pixels = [UInt8](repeating: 200, count: width * height)
    let image = try PixelImage(width: width, height: height, format: .gray, pixels: pixels)
    #expect(try landmarker().detect(image: image).landmarks.isEmpty)
  }

  @Test func `the number of hands cuts the list`() throws {
    let image = try RenderedHands.image("two_0")
    let two = try landmarker { $0.numHands = 2 }.detect(image: image)
    let one = try landmarker().detect(image: image)
    #expect(two.landmarks.count == 2)
    #expect(one.landmarks == Array(two.landmarks.prefix(1)))
    #expect(Set(two.handedness.flatMap { $0.map(\.categoryName) }) == ["Left", "Right"])
  }

  @Test func `a palm whose score is below the detection confidence does not count`() throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    #expect(try landmarker { $0.minHandDetectionConfidence = 1 }.detect(image: image).landmarks.isEmpty)
    // In the negative of a picture, palms are uncertain.
    let gray = image.converted(to: .gray)
    let negative = try PixelImage(
      width: gray.width, height: gray.height, format: .gray, pixels: gray.withUnsafeBytes { $0.map { 255 - $0 } })
    let counts = try ([0.1, 0.5, 0.9] as [Float]).map { threshold in
      try landmarker {
        $0.numHands = 4
        $0.minHandDetectionConfidence = threshold
        $0.minHandPresenceConfidence = 0
      }.detect(image: negative).landmarks.count
    }
    #expect(counts == counts.sorted(by: >))
    #expect(counts[0] > counts[2])
  }

  @Test func `a presence of one is never exceeded`() throws {
    let task = try landmarker { $0.minHandPresenceConfidence = 1 }
    #expect(try task.detect(image: try RenderedHands.image("Open_Palm_right")).landmarks.isEmpty)
  }

  @Test func `thresholds of zero find no hand twice`() throws {
    let task = try landmarker {
      $0.numHands = 6
      $0.minHandDetectionConfidence = 0
      $0.minHandPresenceConfidence = 0
    }
    let image = try RenderedHands.image("two_0")
    let result = try task.detect(image: image)
    let duplicates = HandDuplicates(imageWidth: image.width, imageHeight: image.height)
    #expect((2...6).contains(result.landmarks.count))
    for (index, hand) in result.landmarks.enumerated() {
      #expect(!result.landmarks.prefix(index).contains { duplicates.areSame($0, hand) })
    }
  }

  @Test(arguments: [PixelImage.Format.rgba, .bgr, .bgra])
  func `the order of the channels does not matter`(format: PixelImage.Format) throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let task = try landmarker()
    let expected = hands(try task.detect(image: image))
    #expect(hands(try task.detect(image: image.converted(to: format))) == expected)
  }

  @Test func `a gray picture is taken as one of equal channels`() throws {
    let gray = try RenderedHands.image("Open_Palm_left").converted(to: .gray)
    let task = try landmarker()
    #expect(hands(try task.detect(image: gray)) == hands(try task.detect(image: gray.converted(to: .rgb))))
  }

  @Test(arguments: [(ImageOrientation.right, 1), (.down, 2), (.left, 3)])
  func `a turned picture with its orientation has the same hand in its own frame`(
    orientation: ImageOrientation, quarters: Int
  ) throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let task = try GestureRecognizer(modelPath: BundleFiles.gestureRecognizer)
    let upright = try task.recognize(image: image)
    var stored = image
    for _ in 0..<quarters { stored = try RenderedHands.turned(stored) }
    let turned = try task.recognize(image: MPImage(image: stored, orientation: orientation))
    #expect(turned.gestures.map { $0.map(\.categoryName) } == upright.gestures.map { $0.map(\.categoryName) })
    #expect(turned.handedness[0][0].categoryName == upright.handedness[0][0].categoryName)
    for (found, expected) in zip(turned.landmarks[0], upright.landmarks[0]) {
      var (x, y) = (expected.x, expected.y)
      for _ in 0..<quarters { (x, y) = (y, 1 - x) }
      // A pixel is 1/360 of the picture's shorter side; the rotation moves the crop's samples by up to one.
      #expect(isClose(found.x, x, within: 0.01))
      #expect(isClose(found.y, y, within: 0.01))
    }
  }

  @Test(arguments: [ImageOrientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  func `a mirrored picture is refused and the task stays usable`(orientation: ImageOrientation) throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let task = try landmarker()
    #expect(throws: TaskError.mirroredOrientation(orientation)) {
      try task.detect(image: MPImage(image: image, orientation: orientation))
    }
    #expect(try task.detect(image: image).landmarks.count == 1)
  }

  @Test func `options that change later do not change the task`() throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    let task = try HandLandmarker(options: options)
    options.minHandPresenceConfidence = 1
    #expect(try task.detect(image: try RenderedHands.image("Thumb_Up_left")).landmarks.count == 1)
  }

  @Test func `the number of threads does not change the result`() throws {
    let image = try RenderedHands.image("Victory_left")
    let expected = hands(try landmarker().detect(image: image))
    for threads in [2, 3] {
      #expect(hands(try landmarker { $0.baseOptions.numThreads = threads }.detect(image: image)) == expected)
    }
  }

  @Test func `calls from several threads give the results of calls one by one`() async throws {
    let task = try landmarker { $0.numHands = 2 }
    let images = try ["Thumb_Up_left", "two_0", "Victory_right"].map(RenderedHands.image)
    let expected = try images.map { hands(try task.detect(image: $0)) }
    try await withThrowingTaskGroup(of: (Int, HandLandmarkerResult).self) { group in
      for call in 0..<6 {
        let image = images[call % images.count]
        group.addTask { (call % images.count, try task.detect(image: image)) }
      }
      for try await (index, result) in group {
        #expect(hands(result) == expected[index])
      }
    }
  }
}
