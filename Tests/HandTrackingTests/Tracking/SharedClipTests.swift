import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// The refinement of tracked hands, on photos of hands in motion.
@Suite(.enabled(if: PackageFolders.hasShared, "../shared is absent")) struct SharedClipTests {
  private func results(
    _ clip: String, frames: Range<Int>, _ set: (HandLandmarkerOptions) -> Void
  ) throws -> [HandLandmarkerResult] {
    let folder = try #require(PackageFolders.shared).appendingPathComponent("video/\(clip)")
    let task = try ClipFrames.landmarker(.video, set)
    return try frames.map { frame in
      let path = folder.appendingPathComponent(String(format: "frame%03d.png", frame)).path
      return try task.detect(videoFrame: try PixelImage(contentsOfFile: path), timestampInMilliseconds: 33 * frame)
    }
  }

  /// How often a hand's side changes while it is tracked.
  private func turns(_ results: [HandLandmarkerResult]) -> Int {
    var sides: [Int: DetectedHand.Side] = [:]
    var count = 0
    for result in results {
      for hand in result.hands {
        guard let track = hand.track else { continue }
        if let old = sides[track.id], old != hand.side { count += 1 }
        sides[track.id] = hand.side
      }
    }
    return count
  }

  @Test func `hands that leave and come back keep their numbers`() throws {
    // The hand on the right is away in frames 24 to 39, both in 51 to 53.
    let results = try results("synth_two", frames: 0..<60) {
      $0.tracking.assignsIdentities = true
      $0.tracking.identityMemoryInMilliseconds = 1000
    }
    /// For each number, whether the hands that had it were on the right, with one element for each change.
    func sides(_ numbers: (HandLandmarkerResult) -> [Int]) -> [Int: [Bool]] {
      var sides: [Int: [Bool]] = [:]
      for result in results {
        for (number, hand) in zip(numbers(result), result.landmarks) {
          let isOnRight = hand[9].x > 0.48
          if sides[number]?.last != isOnRight {
            sides[number, default: []].append(isOnRight)
          }
        }
      }
      return sides
    }
    let (ours, byOrder) = (sides { $0.hands.compactMap(\.track?.id) }, sides { Array($0.landmarks.indices) })
    let switches = [ours, byOrder].map { $0.values.reduce(0) { $0 + $1.count - 1 } }
    print("synth_two, 60 frames: \(switches[0]) identity switches, by place in the list \(switches[1])")
    #expect(ours.count == 2)
    #expect(switches[0] == 0)
    #expect(switches[1] > 0)
  }

  @Test func `an averaged handedness does not turn round`() throws {
    func run(_ frames: Int) throws -> Int {
      turns(
        try results("synth_two", frames: 0..<24) {
          $0.tracking.assignsIdentities = true
          $0.tracking.handednessFrames = frames
        })
    }
    let (before, after) = (try run(1), try run(30))
    print("synth_two, 24 frames: handedness turns round \(before) times, averaged \(after) times")
    #expect(before >= 4)
    #expect(after == 0)
  }

  @Test func `two hands that look like right ones are one person's right and left`() throws {
    let results = try results("synth_two", frames: 0..<24) { $0.tracking.assumesOnePerson = true }
    for result in results where result.landmarks.count == 2 {
      #expect(Set(result.handedness.map { $0[0].categoryName }) == ["Left", "Right"])
    }
  }

  /// The motion that a clip was made with: for each frame and hand, two rows of an affine map from the photo; nil while
  /// the hand is away.
  private struct Motion: Decodable {
    let matrices: [[[[Double]]?]]
  }

  /// The positions of a hand's landmarks in the moving photo, frame by frame.
  private func inPhoto(_ landmarks: [[NormalizedLandmark]], _ maps: [[[Double]]], width: Int, height: Int)
    -> [[SIMD2<Double>]]
  {
    zip(landmarks, maps).map { hand, map in
      let (a, b, c, d) = (map[0][0], map[0][1], map[1][0], map[1][1])
      return hand.map { point in
        let x = Double(point.x) * Double(width) - map[0][2]
        let y = Double(point.y) * Double(height) - map[1][2]
        return SIMD2(d * x - b * y, a * y - c * x) / (a * d - b * c)
      }
    }
  }

  /// The mean distance of landmarks.
  private func distance(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> Double {
    zip(a, b).reduce(0) { $0 + (($1.0 - $1.1) * ($1.0 - $1.1)).sum().squareRoot() } / Double(a.count)
  }

  @Test func `a smoothed hand in motion lags by less than half a frame`() throws {
    let frames = 0..<51
    let results = try results("synth_one", frames: frames) {
      $0.numHands = 1
      $0.tracking.smoothing = SmoothingOptions()
      $0.details = .hands
    }
    let url = try #require(PackageFolders.shared).appendingPathComponent("video/synth_one/motion.json")
    let motion = try JSONDecoder().decode(Motion.self, from: Data(contentsOf: url))
    let maps = frames.compactMap { motion.matrices[$0][0] }
    let raw = results.compactMap { $0.hands.first?.details?.rawLandmarks }
    #expect(raw.count == frames.count)
    // The same without the rise of the cutoff: a plain low-pass filter.
    var options = SmoothingOptions()
    options.beta = 0
    var smoother = LandmarkSmoother(options)
    let plain = raw.enumerated().map { frame, hand in
      var hand = hand
      smoother.smooth(&hand, seconds: frame == 0 ? 0 : 0.033, scale: SIMD3(320, 240, 320))
      return hand
    }

    func inPhoto(_ hands: [[NormalizedLandmark]]) -> [[SIMD2<Double>]] {
      self.inPhoto(hands, maps, width: 320, height: 240)
    }
    // The hand does not move within the photo; what it is on average is the truth.
    let still = inPhoto(raw)
    let truth = (0..<21).map { point in still.reduce(SIMD2()) { $0 + $1[point] } / Double(still.count) }
    let scale = (maps[0][0][0] * maps[0][1][1] - maps[0][0][1] * maps[0][1][0]).squareRoot()
    func error(_ hands: [[NormalizedLandmark]]) -> Double {
      scale * inPhoto(hands).reduce(0) { $0 + distance($1, truth) } / Double(hands.count)
    }
    let pixels = raw.map { $0.map { SIMD2(Double($0.x) * 320, Double($0.y) * 240) } }
    let step = zip(pixels, pixels.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) } / Double(pixels.count - 1)
    let (before, after, low) = (error(raw), error(results.compactMap(\.landmarks.first)), error(plain))
    print(
      "synth_one, \(step) px a frame: distance from the truth \(before) px raw, \(after) px smoothed, \(low) px by a "
        + "plain low-pass filter")
    #expect(after < step / 2)
    #expect(low > 2 * after)
  }
}
