import Foundation
import HandPose
import TestSupport
import Testing

@Suite struct TouchlessRecognizerTests {
  /// The changes over frames, with the number of the frame of each.
  private func changes(
    _ frames: [HandPoseObservation?], _ settings: TouchlessSettings = TouchlessSettings()
  ) throws -> [String] {
    var recognizer = try TouchlessRecognizer(settings: settings)
    return frames.enumerated().compactMap { index, frame in
      recognizer.update(with: frame).map { "\(index) \($0)" }
    }
  }

  private func repeated(_ hand: HandPoseObservation?, _ count: Int) -> [HandPoseObservation?] {
    Array(repeating: hand, count: count)
  }

  // MARK: Gestures

  @Test func `a thumb counts in the third frame that shows it`() throws {
    let up = try SyntheticHand.fist(thumb: 0.8)
    let down = try SyntheticHand.fist(thumb: -0.8)
    let fist = try SyntheticHand.fist()
    #expect(
      try changes(repeated(fist, 5) + repeated(up, 5) + repeated(fist, 5) + repeated(down, 5) + repeated(nil, 5))
        == ["7 thumbsUp", "12 rest", "17 thumbsDown", "22 rest"])
  }

  @Test func `between thumbs-up and thumbs-down there is a rest`() throws {
    let (up, down) = (try SyntheticHand.fist(thumb: 0.8), try SyntheticHand.fist(thumb: -0.8))
    #expect(
      try changes(repeated(up, 4) + repeated(down, 8) + repeated(up, 8))
        == ["2 thumbsUp", "6 rest", "9 thumbsDown", "14 rest", "17 thumbsUp"])
  }

  @Test func `a pinch begins closer than it ends`() throws {
    let distances = [1, 0.5, 0.3, 0.3, 0.3, 0.2, 0.2, 0.2, 0.3, 0.35, 0.35, 0.35, 0.5, 0.5, 0.5]
    #expect(try changes(try distances.map { try SyntheticHand.open(tipDistance: $0) }) == ["7 pinch", "14 rest"])
  }

  @Test func `a thumb on the fist, an open hand and no hand are rests`() throws {
    let frames = try repeated(SyntheticHand.fist(), 9) + repeated(SyntheticHand.open(tipDistance: 1), 9)
    #expect(try changes(frames + repeated(nil, 9)).isEmpty)
  }

  @Test func `the picture's shape does not matter`() throws {
    for ratio in [0.5625, 1, 1.7778] {
      let up = try SyntheticHand.fist(thumb: 0.5, aspectRatio: ratio)
      #expect(try changes(repeated(up, 3)) == ["2 thumbsUp"])
    }
  }

  // MARK: Debouncing

  @Test func `one frame of something else changes nothing`() throws {
    let (up, down) = (try SyntheticHand.fist(thumb: 0.8), try SyntheticHand.fist(thumb: -0.8))
    let flicker = [up, down, nil, up, down, up, up, down, up, up, nil]
    #expect(try changes(flicker).isEmpty)
    #expect(try changes([up, up, up, nil, down, up, up, nil, nil, up]) == ["2 thumbsUp"])
  }

  @Test func `a trembling thumb at the limit changes the gesture once, bare 50 times and more`() throws {
    var generator = SeededGenerator(seed: 7)
    let frames = try (0..<300).map { _ in
      try SyntheticHand.fist(thumb: 0.37 + Double.random(in: -0.15...0.15, using: &generator))
    }
    var bare = TouchlessSettings()
    bare.frameCount = 1
    bare.thumbEnd = bare.thumbBegin
    #expect(try changes(frames).count == 1)
    #expect(try changes(frames, bare).count >= 50)
  }

  @Test func `a hand that is not sure counts as none`() throws {
    let (sure, unsure) = (
      try SyntheticHand.fist(thumb: 0.8, confidence: 0.3), try SyntheticHand.fist(thumb: 0.8, confidence: 0.29)
    )
    #expect(try changes(repeated(sure, 4) + repeated(unsure, 4)) == ["2 thumbsUp", "6 rest"])
  }

  @Test func `a hand without its joints, or of one point, is a rest`() throws {
    let thumb = try HandPosePoint(.thumbTip, x: 0.5, y: 0.9, confidence: 1)
    let partial = try HandPoseObservation(points: [thumb, try HandPosePoint(.wrist, x: 0.5, y: 0.5, confidence: 1)])
    let point = try HandPoseObservation(
      points: HandPoseObservation.JointName.allCases.map { try HandPosePoint($0, x: 0.5, y: 0.5, confidence: 1) })
    #expect(try changes(repeated(partial, 5) + repeated(point, 5)).isEmpty)
  }

  // MARK: Pictures

  @Test(arguments: [
    ("Thumb_Up", TouchlessGesture.thumbsUp), ("Thumb_Down", .thumbsDown), ("Closed_Fist", .rest), ("Open_Palm", .rest),
    ("Pointing_Up", .rest), ("Victory", .rest), ("ILoveYou", .rest),
  ])
  func `drawn hands say what they show`(picture: String, gesture: TouchlessGesture) throws {
    for side in ["left", "right"] {
      let image = MPImage(image: try RenderedHands.image("\(picture)_\(side)"))
      let result = try HandLandmarker(options: HandLandmarkerOptions()).detect(image: image)
      let hand = HandPoseObservation.observations(of: result, in: image).first
      var recognizer = try TouchlessRecognizer()
      for _ in 0..<3 { _ = recognizer.update(with: hand) }
      #expect(recognizer.gesture == gesture, "\(picture)_\(side)")
    }
  }

  // MARK: Bad values

  private static let badSettings = [
    ("frameCount", settings { $0.frameCount = 0 }), ("minimumConfidence", settings { $0.minimumConfidence = .nan }),
    ("minimumConfidence", settings { $0.minimumConfidence = 1.1 }), ("thumbBegin", settings { $0.thumbBegin = 0 }),
    ("thumbBegin", settings { $0.thumbBegin = .nan }), ("thumbEnd", settings { $0.thumbEnd = 0.36 }),
    ("thumbEnd", settings { $0.thumbEnd = -1 }), ("pinchBegin", settings { $0.pinchBegin = .infinity }),
    ("pinchEnd", settings { $0.pinchEnd = 0.1 }), ("pinchEnd", settings { $0.pinchEnd = .nan }),
  ]

  private static func settings(_ change: (inout TouchlessSettings) -> Void) -> TouchlessSettings {
    var settings = TouchlessSettings()
    change(&settings)
    return settings
  }

  @Test(arguments: badSettings)
  func `a setting out of its range is named`(name: String, settings: TouchlessSettings) {
    let error = #expect(throws: HandPoseError.self) { try TouchlessRecognizer(settings: settings) }
    #expect(error?.description.hasPrefix(name) == true)
  }
}
