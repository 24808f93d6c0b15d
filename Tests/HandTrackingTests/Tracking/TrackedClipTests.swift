import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// The refinement of tracked hands, on the drawn clips.
@Suite struct TrackedClipTests {
  private static let frames = 0..<16

  /// The results of a clip's frames, 50 ms apart.
  private func results(
    _ clip: ClipFrames.Clip, _ set: (HandLandmarkerOptions) -> Void
  ) throws -> [HandLandmarkerResult] {
    let task = try ClipFrames.landmarker(.video, set)
    return try Self.frames.map {
      try task.detect(videoFrame: try ClipFrames.image($0, of: clip), timestampInMilliseconds: 50 * $0)
    }
  }

  /// For each number assigned to a hand, the sides of the hands that had it.
  private func sides(_ results: [HandLandmarkerResult], _ numbers: (HandLandmarkerResult) -> [Int]) -> [Int: [String]] {
    var sides: [Int: [String]] = [:]
    for result in results {
      for (number, handedness) in zip(numbers(result), result.handedness) {
        let side = handedness[0].categoryName ?? ""
        if sides[number]?.last != side {
          sides[number, default: []].append(side)
        }
      }
    }
    return sides
  }

  @Test func `hands that cross keep their numbers, though one hides behind the other`() throws {
    let results = try results(.crossing) { $0.tracking.assignsIdentities = true }
    let ours = sides(results) { $0.hands.compactMap(\.track?.id) }
    let byOrder = sides(results) { Array($0.landmarks.indices) }
    print("crossing hands: sides by number \(ours), by place in the list \(byOrder)")
    #expect(ours == [1: ["Left"], 2: ["Right"]])
    // The index in the list, which is all that MediaPipe provides, changes from one hand to the other.
    #expect(byOrder == [0: ["Left", "Right"], 1: ["Right", "Left"]])
  }

  @Test func `a hand that is not remembered gets another number`() throws {
    let results = try results(.crossing) {
      $0.tracking.assignsIdentities = true
      $0.tracking.identityMemoryInMilliseconds = 60
    }
    #expect(sides(results) { $0.hands.compactMap(\.track?.id) } == [1: ["Left"], 2: ["Right"], 3: ["Left"]])
  }

  @Test func `a track tells its age and whether it was followed`() throws {
    let tracks = try results(.crossing) { $0.tracking.assignsIdentities = true }.map { $0.hands.compactMap(\.track) }
    #expect(tracks[0] == [HandTrack(id: 1, age: 1, isFollowed: false)])
    #expect(
      tracks[2] == [HandTrack(id: 1, age: 3, isFollowed: true), HandTrack(id: 2, age: 1, isFollowed: false)])
    let last = Dictionary(uniqueKeysWithValues: tracks[15].map { ($0.id, $0.age) })
    #expect(last == [1: 13, 2: 14])
  }

  @Test func `nothing that is made of hands changes where they are found`() throws {
    let plain = try results(.clip) { _ in }
    let refined = try results(.clip) {
      $0.tracking.assignsIdentities = true
      $0.tracking.smoothing = SmoothingOptions()
      $0.tracking.handednessFrames = 30
      $0.tracking.assumesOnePerson = true
      $0.inputProperties.isMirrored = true
      $0.details = [.hands, .removed]
    }
    #expect(plain.allSatisfy { $0.details == nil && $0.hands.allSatisfy { $0.track == nil && $0.details == nil } })
    for (plain, refined) in zip(plain, refined) {
      let hands = refined.hands.compactMap(\.details)
      #expect(hands.map(\.rawLandmarks) == plain.landmarks)
      #expect(hands.map(\.rawWorldLandmarks) == plain.worldLandmarks)
      #expect(hands.map { [$0.rawHandedness] } == plain.handedness)
      #expect(refined.hands.map(\.presence) == plain.hands.map(\.presence))
    }
    #expect(refined[5].landmarks != plain[5].landmarks)
    #expect(refined[5].worldLandmarks != plain[5].worldLandmarks)
  }

  @Test func `gestures are those of the raw hands`() throws {
    let plain = try ClipFrames.recognizer()
    let smooth = try ClipFrames.recognizer {
      $0.tracking.smoothing = SmoothingOptions()
      $0.inputProperties.isMirrored = true
    }
    for frame in 4..<8 {
      let image = try ClipFrames.image(frame)
      let expected = try plain.recognize(videoFrame: image, timestampInMilliseconds: 33 * frame)
      let found = try smooth.recognize(videoFrame: image, timestampInMilliseconds: 33 * frame)
      #expect(found.gestures == expected.gestures)
    }
  }

  @Test func `a result that is used again has the tracks and details that a new one has`() throws {
    func task() throws -> GestureRecognizer {
      try ClipFrames.recognizer {
        $0.tracking.assignsIdentities = true
        $0.tracking.smoothing = SmoothingOptions()
        $0.details = [.hands, .removed]
      }
    }
    let (again, new) = (try task(), try task())
    var result = GestureRecognizerResult(timestampInMilliseconds: 0)
    for (time, frame) in [3, 4, 5, 11, 13, 4].enumerated() {
      let image = try ClipFrames.image(frame)
      try again.recognize(videoFrame: image, timestampInMilliseconds: 33 * time, into: &result)
      #expect(try result == new.recognize(videoFrame: image, timestampInMilliseconds: 33 * time))
      let data = try JSONEncoder().encode(result)
      #expect(try JSONDecoder().decode(GestureRecognizerResult.self, from: data) == result)
    }
  }

  /// How far landmarks deviate from their mean over some frames, in pixels.
  private func jitter(_ hands: [[(x: Float, y: Float)]]) -> Float {
    let count = Float(hands.count)
    var sum: Float = 0
    for index in 0..<21 {
      let x = hands.reduce(0) { $0 + $1[index].x } / count
      let y = hands.reduce(0) { $0 + $1[index].y } / count
      sum += hands.reduce(0) {
        $0 + ($1[index].x - x) * ($1[index].x - x) + ($1[index].y - y) * ($1[index].y - y)
      }
    }
    return (sum / (21 * count)).squareRoot()
  }

  @Test func `smoothing quiets a hand at rest under a noisy camera`() throws {
    let still = try ClipFrames.image(0)
    let task = try ClipFrames.landmarker {
      $0.numHands = 1
      $0.tracking.smoothing = SmoothingOptions()
      $0.details = .hands
    }
    var (raw, smooth): ([[(x: Float, y: Float)]], [[(x: Float, y: Float)]]) = ([], [])
    var (rawWorld, smoothWorld) = (raw, smooth)
    for frame in 0..<40 {
      let image = try EditedPictures.noisy(still, amplitude: 12, seed: UInt64(frame + 1))
      let result = try task.detect(videoFrame: image, timestampInMilliseconds: 33 * frame)
      guard frame >= 10, let details = result.hands.first?.details else { continue }
      let (columns, rows) = (Float(still.width), Float(still.height))
      raw.append(details.rawLandmarks.map { ($0.x * columns, $0.y * rows) })
      smooth.append(result.landmarks[0].map { ($0.x * columns, $0.y * rows) })
      rawWorld.append(details.rawWorldLandmarks.map { ($0.x * 1000, $0.y * 1000) })
      smoothWorld.append(result.worldLandmarks[0].map { ($0.x * 1000, $0.y * 1000) })
    }
    #expect(raw.count == 30)
    let (before, after) = (jitter(raw), jitter(smooth))
    let (worldBefore, worldAfter) = (jitter(rawWorld), jitter(smoothWorld))
    print("jitter at rest: \(before) px, smoothed \(after) px; world \(worldBefore) mm, smoothed \(worldAfter) mm")
    #expect(after < before * 0.6)
    #expect(worldAfter < worldBefore * 0.6)
  }

  @Test func `with a longer interval the palm detector rests while a hand is followed`() throws {
    let every = try results(.clip) { $0.details = .removed }
    let third = try results(.clip) {
      $0.details = .removed
      $0.tracking.detectorInterval = 3
    }
    func runs(_ results: [HandLandmarkerResult]) -> [Int] {
      results.indices.filter { results[$0].details?.ranPalmDetector == true }
    }
    // Two hands are tracked to frame 11, one to frame 13, none to frame 14.
    #expect(runs(every) == [0, 1, 2, 3, 4, 12, 13, 14, 15])
    #expect(runs(third) == [0, 3, 6, 12, 14])
    #expect(every.map(\.landmarks.count) == [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 1, 1, 0, 1, 1])
    #expect(third.map(\.landmarks.count) == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 0, 1, 1])
  }
}
