import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct VideoModeTests {
  @Test func `a result has its frame's time, which may be negative`() throws {
    let task = try ClipFrames.landmarker()
    let image = try ClipFrames.image(0)
    #expect(try task.detect(videoFrame: image, timestampInMilliseconds: -5).timestampInMilliseconds == -5)
    #expect(try task.detect(videoFrame: image, timestampInMilliseconds: 40).timestampInMilliseconds == 40)
  }

  @Test(arguments: [33, 32, Int.min])
  func `a time that is not later is refused and its frame has no effect`(timestamp: Int) throws {
    let frames = try [4, 5, 6].map { try ClipFrames.image($0) }
    let task = try ClipFrames.recognizer()
    let undisturbed = try ClipFrames.recognizer()
    for (index, frame) in frames.enumerated() {
      let result = try task.recognize(videoFrame: frame, timestampInMilliseconds: 33 * index)
      #expect(try result == undisturbed.recognize(videoFrame: frame, timestampInMilliseconds: 33 * index))
      guard index == 1 else { continue }
      let error = #expect(throws: TaskError.timestampNotIncreasing(timestamp: timestamp, previous: 33)) {
        try task.recognize(videoFrame: try ClipFrames.image(13), timestampInMilliseconds: timestamp)
      }
      #expect(error?.code == .invalidArgumentError)
    }
  }

  @Test func `a mirrored frame is refused and its time stays free`() throws {
    let image = try ClipFrames.image(0)
    let task = try ClipFrames.landmarker()
    #expect(throws: TaskError.mirroredOrientation(.upMirrored)) {
      try task.detect(videoFrame: MPImage(image: image, orientation: .upMirrored), timestampInMilliseconds: 7)
    }
    #expect(try task.detect(videoFrame: image, timestampInMilliseconds: 7).landmarks.count == 1)
  }

  @Test func `calls of another mode are refused`() throws {
    let image = try ClipFrames.image(0)
    #expect(throws: TaskError.wrongRunningMode(required: .image, current: .video)) {
      try ClipFrames.landmarker().detect(image: image)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .video, current: .image)) {
      try ClipFrames.landmarker(.image).detect(videoFrame: image, timestampInMilliseconds: 0)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .image, current: .video)) {
      try ClipFrames.recognizer().recognize(image: image)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .video, current: .image)) {
      try ClipFrames.recognizer(.image).recognize(videoFrame: image, timestampInMilliseconds: 0)
    }
  }

  @Test func `a followed hand is looked for where its landmarks were, not where its palm is`() throws {
    let image = try ClipFrames.image(0)
    let picture = try ClipFrames.landmarker(.image).detect(image: image)
    let task = try ClipFrames.landmarker { $0.numHands = 1 }
    let first = try task.detect(videoFrame: image, timestampInMilliseconds: 0)
    let second = try task.detect(videoFrame: image, timestampInMilliseconds: 1)
    #expect(first.landmarks == picture.landmarks)
    #expect(second.landmarks.count == 1)
    #expect(second.landmarks != first.landmarks)
  }

  @Test func `one hand of two is followed alone if one is wanted`() throws {
    let task = try ClipFrames.landmarker { $0.numHands = 1 }
    for (time, frame) in [3, 4, 5].enumerated() {
      let result = try task.detect(videoFrame: try ClipFrames.image(frame), timestampInMilliseconds: time)
      #expect(result.handedness.map { $0[0].categoryName } == ["Right"])
    }
  }

  @Test func `a hand that was followed comes before a new one`() throws {
    // In a single picture of both hands, the order is that of the palms' scores.
    let task = try ClipFrames.landmarker()
    for (time, frame) in [3, 4].enumerated() {
      let result = try task.detect(videoFrame: try ClipFrames.image(frame), timestampInMilliseconds: time)
      #expect(result.handedness.first?.first?.categoryName == "Right")
      #expect(result.landmarks.count == time + 1)
    }
  }

  @Test func `every palm over a followed hand is that hand at a tracking confidence of zero`() throws {
    let task = try ClipFrames.landmarker {
      $0.minTrackingConfidence = 0
      $0.minHandDetectionConfidence = 0
      $0.numHands = 4
    }
    let image = try ClipFrames.image(0)
    let counts = try (0..<3).map { try task.detect(videoFrame: image, timestampInMilliseconds: $0).landmarks.count }
    #expect(counts == [1, 1, 1])
  }

  // MediaPipe's counts, except for a confidence of 0, at which it aborts.
  @Test(arguments: [(0, [1, 1, 1]), (0.001, [1, 1, 1]), (0.5, [1, 2, 2]), (1, [1, 2, 2])] as [(Float, [Int])])
  func `a palm that overlaps a followed hand by more than the tracking confidence is no new hand`(
    confidence: Float, counts: [Int]
  ) throws {
    let task = try ClipFrames.landmarker { $0.minTrackingConfidence = confidence }
    let found = try [3, 4, 5].map {
      try task.detect(videoFrame: try ClipFrames.image($0), timestampInMilliseconds: $0).landmarks.count
    }
    #expect(found == counts)
  }

  @Test func `frames may change their size`() throws {
    let task = try ClipFrames.landmarker()
    let small = try ClipFrames.image(0)
    let large = try RenderedHands.image("Open_Palm_right")
    for (time, image) in [small, large, small].enumerated() {
      #expect(try task.detect(videoFrame: image, timestampInMilliseconds: time).landmarks.count == 1)
    }
  }

  @Test func `a result that is used again has what a new one has`() throws {
    let task = try ClipFrames.recognizer()
    let other = try ClipFrames.recognizer()
    // Hands that only a caller can create.
    var result = GestureRecognizerResult(
      gestures: [[], []], handedness: [[]], landmarks: [[], [], []], worldLandmarks: [], timestampInMilliseconds: 0)
    for (time, frame) in [3, 4, 5, 11, 13, 4].enumerated() {
      let image = try ClipFrames.image(frame)
      try task.recognize(videoFrame: image, timestampInMilliseconds: time, into: &result)
      #expect(try result == other.recognize(videoFrame: image, timestampInMilliseconds: time))
    }
  }

  @Test func `a result stays as it was if the call throws`() throws {
    let task = try ClipFrames.landmarker()
    let image = try ClipFrames.image(0)
    var result = try task.detect(videoFrame: image, timestampInMilliseconds: 0)
    let before = result
    #expect(throws: TaskError.self) { try task.detect(videoFrame: image, timestampInMilliseconds: 0, into: &result) }
    #expect(result == before)
  }

  @Test func `an earlier result does not change when a later one is made`() throws {
    let task = try ClipFrames.landmarker()
    let first = try task.detect(videoFrame: try ClipFrames.image(4), timestampInMilliseconds: 0)
    let landmarks = first.landmarks.map { $0.map { $0 } }
    _ = try task.detect(videoFrame: try ClipFrames.image(6), timestampInMilliseconds: 1)
    #expect(first.landmarks == landmarks)
  }
}
