import Foundation
import HandTracking
import Mudra
import PixelImaging
import TensorRuntime

/// What the hands of some pictures are in an arithmetic.
struct AccuracyComparison {
  /// The landmarks of each hand in the pixels of the network's input, the same crops for every arithmetic; empty for a
  /// hand that is not found.
  private(set) var landmarks: [[SIMD2<Double>]] = []
  /// Distances from the joints of drawn hands, in the same pixels.
  private(set) var distancesFromTruth: [Double] = []
  /// For each picture, its hands' sides and gestures as the whole recognizer gives them.
  private(set) var answers: [[String]] = []

  /// The side of the landmark network's input.
  private static let side = 224.0

  /// Finds landmarks in the sample's regions, and gestures in its pictures.
  init(of sample: AccuracySample, model: HandModel) throws {
    let detector = try HandLandmarkDetector(
      model, settings: AccuracySample.settings(), threads: ThreadPool(threadCount: 1))
    let options = GestureRecognizerOptions()
    options.numHands = 2
    let recognizer = try GestureRecognizer(model: model, options: options)
    for picture in sample.pictures {
      let size = SIMD2(Double(picture.image.width), Double(picture.image.height))
      for hand in picture.hands {
        var found = hand
        let candidate = RegionCandidate(region: hand.region, origin: .given)
        guard try detector.find(&found, at: candidate, in: picture.image, alone: false) else {
          landmarks.append([])
          continue
        }
        let scale = Self.side / (Double(hand.region.width) * size.x)
        let points = found.landmarks.map { SIMD2(Double($0.x), Double($0.y)) * size * scale }
        landmarks.append(points)
        let joints = picture.truth.map { $0.map { $0 * size * scale } }
        let distances = joints.map { Self.meanDistance(points, $0) }
        if let nearest = distances.min() { distancesFromTruth.append(nearest) }
      }
      let result = try recognizer.recognize(image: picture.image)
      answers.append(
        result.hands.map { "\($0.side.name) \($0.gesture?.name ?? "-")" })
    }
  }

  /// Distances of all landmarks from those of another arithmetic, shortest first.
  func distances(from other: AccuracyComparison) -> [Double] {
    zip(landmarks, other.landmarks).flatMap { zip($0, $1).map(Self.distance) }.sorted()
  }

  /// Pictures with other hands, sides or gestures.
  func differences(from other: AccuracyComparison) -> Int {
    zip(answers, other.answers).count { $0 != $1 }
  }

  private static func meanDistance(_ points: [SIMD2<Double>], _ others: [SIMD2<Double>]) -> Double {
    zip(points, others).reduce(0) { $0 + distance($1.0, $1.1) } / Double(max(points.count, 1))
  }

  private static func distance(_ left: SIMD2<Double>, _ right: SIMD2<Double>) -> Double {
    let difference = left - right
    return (difference * difference).sum().squareRoot()
  }
}
