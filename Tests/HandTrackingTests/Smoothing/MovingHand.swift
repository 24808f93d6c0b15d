import Foundation
import HandTracking
import PixelImaging
import TestSupport

/// A drawn hand that moves as a whole along a known path, under a noisy camera.
enum MovingHand {
  /// Where a hand is after some seconds, in pixels.
  enum Path: String, CaseIterable {
    case rest, medium, stops

    func place(_ seconds: Double) -> SIMD2<Double> {
      switch self {
      case .rest: return SIMD2()
      case .medium:
        let angle = 2 * Double.pi * 0.6 * seconds
        return SIMD2(70 * sin(angle), 30 * sin(angle + 1))
      case .stops:
        let part = min(2 * (seconds - seconds.rounded(.down)), 1)
        let smooth = part * part * (3 - 2 * part)
        let along = (seconds.rounded(.down).remainder(dividingBy: 2) == 0 ? smooth : 1 - smooth) * 120 - 60
        return SIMD2(along, 0.3 * along)
      }
    }
  }

  /// The frames of a clip and their times in milliseconds.
  static func frames(_ path: Path, count: Int = 60, rate: Double = 30) throws -> [(picture: PixelImage, time: Int)] {
    let source = try RenderedHands.image("Victory_right").converted(to: .rgb)
    return try (0..<count).map { index in
      let picture = try source.moved(by: path.place(Double(index) / rate), noiseSeed: UInt64(index))
      return (picture, Int((1000 * Double(index) / rate).rounded()))
    }
  }

  /// Landmarks in pixels of such a frame.
  static func points(_ landmarks: [NormalizedLandmark], in picture: PixelImage) -> [SIMD2<Double>] {
    landmarks.map { SIMD2(Double($0.x) * Double(picture.width), Double($0.y) * Double(picture.height)) }
  }

  /// What is wrong with a track, in percent of a palm: its mean distance from the path, its change from frame to frame;
  /// and the delay that explains most of it, in milliseconds. Frames before `first`, in which filters settle, are left
  /// out.
  static func faults(
    _ track: [[SIMD2<Double>]], raw: [[SIMD2<Double>]], _ path: Path, ahead: Double = 0, rate: Double = 30,
    from first: Int = 10
  ) -> (error: Double, jitter: Double, lag: Double) {
    let places = raw.indices.map { path.place(Double($0) / rate) }
    // Where the hand is when the path is at its origin.
    let still = raw[0].indices.map { point in
      raw.indices.reduce(SIMD2<Double>()) { $0 + raw[$1][point] - places[$1] } / Double(raw.count)
    }
    func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
    let palm = [5, 9, 13, 17].map { length(still[$0] - still[0]) }.max() ?? 1
    var (error, jitter, along, squares, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var last: [SIMD2<Double>]?
    for index in track.indices where index >= first {
      let time = Double(index) / rate + ahead
      let velocity = (path.place(time + 0.001) - path.place(time - 0.001)) / 0.002
      let wrong = track[index].indices.map { track[index][$0] - still[$0] - path.place(time) }
      for (point, vector) in wrong.enumerated() {
        error += length(vector)
        jitter += last.map { length(vector - $0[point]) } ?? 0
        along -= (vector * velocity).sum()
        squares += (velocity * velocity).sum()
        count += 1
      }
      last = wrong
    }
    return (100 * error / count / palm, 100 * jitter / count / palm, squares > 0 ? 1000 * along / squares : 0)
  }
}
