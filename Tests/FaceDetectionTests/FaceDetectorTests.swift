import Dispatch
import FaceDetection
import Foundation
import PixelImaging
import TestSupport
import Testing
import VisionTasks

@Suite struct FaceDetectorTests {
  @Test func `faces are MediaPipe's`() throws {
    let runs = try GoldenFaces.all.get()
    #expect(runs.contains { $0.faces.count == 2 })
    var worst: (score: Float, box: Float, keypoint: Float) = (0, 0, 0)
    for run in runs {
      let task = try FaceDetector.make {
        $0.minDetectionConfidence = run.minDetection
        $0.minSuppressionThreshold = run.minSuppression
      }
      let image = try run.image()
      let size = SIMD2(Float(image.width), Float(image.height))
      let faces = try task.process(image: image).faces
      try #require(faces.count == run.faces.count, "\(run.testDescription)")
      for (face, expected) in zip(faces, run.faces) {
        worst.score = max(worst.score, abs(face.score - expected.score))
        let (low, high) = (SIMD2(face.xMin, face.yMin) * size, SIMD2(face.xMax, face.yMax) * size)
        // MediaPipe moves edges into the picture and drops the fractions of pixels.
        let edges = [max(low.x, 0), max(low.y, 0), high.x - low.x, high.y - low.y]
        for (edge, expected) in zip(edges, expected.box) {
          worst.box = max(worst.box, expected - edge, edge - expected - 1)
        }
        for (keypoint, expected) in zip(DetectedFace.Keypoint.allCases, expected.keypoints) {
          let distance = (face[keypoint] - SIMD2(expected[0], expected[1])) * size
          worst.keypoint = max(worst.keypoint, abs(distance.x), abs(distance.y))
        }
      }
    }
    print("faces: scores within \(worst.score), boxes \(worst.box) pixels, keypoints \(worst.keypoint) pixels")
    #expect(worst.score < 1e-6)
    #expect(worst.box < 1e-3)
    #expect(worst.keypoint < 1e-3)
  }

  @Test func `each frame of a video is searched anew, and a result's memory can be used again`() throws {
    let (two, none) = (try GoldenFaces.image("two.png"), try GoldenFaces.image("none.png"))
    let expected = try FaceDetector.make().process(image: two).faces
    let task = try FaceDetector.make { $0.runningMode = .video }
    var result = FaceDetectorResult(timestampInMilliseconds: 0)
    for (time, (image, faces)) in [(two, expected), (none, []), (two, expected)].enumerated() {
      try task.process(videoFrame: image, timestampInMilliseconds: time, into: &result)
      #expect(result.faces == faces)
      #expect(result.timestampInMilliseconds == time)
      #expect(result.duration == nil)
    }
    #expect(throws: TaskError.timestampNotIncreasing(timestamp: 2, previous: 2)) {
      try task.process(videoFrame: two, timestampInMilliseconds: 2)
    }
  }

  @Test func `a live stream's results go to the delegate`() throws {
    let receiver = Receiver()
    let task = try FaceDetector.make {
      $0.runningMode = .liveStream
      $0.faceDetectorLiveStreamDelegate = receiver
    }
    try task.processAsync(image: GoldenFaces.image("tall.png"), timestampInMilliseconds: 7)
    let result = try #require(receiver.next())
    #expect(result.timestampInMilliseconds == 7)
    #expect(result.faces.count == 1)
  }

  @Test func `only faces in the searched regions are found`() throws {
    let image = try GoldenFaces.image("two.png")
    let task = try FaceDetector.make { $0.baseOptions.reportsTimings = true }
    let right = ImageRegion(centerX: 0.75, centerY: 0.5, width: 0.5, height: 1)
    let result = try task.process(image: MPImage(image: image, search: .detections(in: [right])))
    #expect(result.faces.count == 1)
    #expect(try #require(result.faces.first)[.noseTip].x > 0.5)
    #expect(try #require(result.duration) > .zero)
  }

  @Test func `the threads make no difference`() throws {
    let image = try GoldenFaces.image("two.png")
    let faces = try (1...2).map { count in
      try FaceDetector.make { $0.baseOptions.numThreads = count }.process(image: image).faces
    }
    #expect(faces[0] == faces[1])
  }

  @Test func `options are checked and copied`() throws {
    for value in [-0.1, 1.1, Float.nan] {
      #expect(throws: TaskError.self) { try FaceDetector.make { $0.minDetectionConfidence = value } }
      #expect(throws: TaskError.self) { try FaceDetector.make { $0.minSuppressionThreshold = value } }
    }
    #expect(throws: TaskError.missingLiveStreamDelegate) { try FaceDetector.make { $0.runningMode = .liveStream } }
    #expect(throws: TaskError.missingModelPath) { try FaceDetector(options: FaceDetectorOptions()) }
    let options = FaceDetectorOptions()
    options.minSuppressionThreshold = 0.25
    options.minDetectionConfidence = 0.75
    let copy = try #require(options.copy() as? FaceDetectorOptions)
    options.minSuppressionThreshold = 0.5
    #expect(copy.minSuppressionThreshold == 0.25)
    #expect(copy.minDetectionConfidence == 0.75)
  }
}

/// Keeps the results of a live stream.
private final class Receiver: NSObject, FaceDetectorLiveStreamDelegate, @unchecked Sendable {
  private let results = Guarded<[FaceDetectorResult]>([])
  private let called = DispatchSemaphore(value: 0)

  /// The last result that has arrived; nil after a minute without one.
  func next() -> FaceDetectorResult? {
    called.wait(timeout: .now() + 60) == .success ? results.withLock { $0.last } : nil
  }

  func faceDetector(
    _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    results.withLock { $0 += [result].compactMap { $0 } }
    called.signal()
  }
}
