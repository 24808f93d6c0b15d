import Foundation
import HandTracking
import PixelImaging
import TaskTestSupport
import TestSupport
import Testing

/// Many tasks of one model at the same time.
@Suite struct ConcurrentTaskTests {
  @Test(arguments: [1, 2])
  func `clips that are followed side by side give the bytes of one alone`(threads: Int) async throws {
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let frames = try (0..<16).map {
      VideoFrame(image: try ClipFrames.image($0), timestampInMilliseconds: 33 * $0)
    }
    let alone = try ClipFrames.recognizer { $0.baseOptions.numThreads = 1 }
    let expected = try frames.map {
      try alone.recognize(videoFrame: $0.image, timestampInMilliseconds: $0.timestampInMilliseconds)
    }
    let options = GestureRecognizerOptions()
    options.runningMode = .video
    options.numHands = 2
    options.baseOptions.numThreads = threads
    let tasks = try (0..<6).map { _ in try GestureRecognizer(model: model, options: options) }
    try await withThrowingTaskGroup(of: [GestureRecognizerResult].self) { group in
      for task in tasks {
        group.addTask {
          var results: [GestureRecognizerResult] = []
          for frame in frames { results.append(try await task.recognize(frame)) }
          return results
        }
      }
      for try await results in group { #expect(results == expected) }
    }
  }

  @Test func `tasks that are opened, used, and closed or let go of on four threads do not disturb each other`() throws {
    let model = try HandModel(path: BundleFiles.handLandmarker)
    let image = try ClipFrames.image(0)
    let expected = try HandLandmarker(model: model).detect(image: image).landmarks
    let results = Guarded<[Result<[[NormalizedLandmark]], any Error>]>([])
    OwnThreads.run(4) { thread in
      for round in 0..<6 {
        let result = Result {
          let options = HandLandmarkerOptions()
          options.runningMode = (thread + round).isMultiple(of: 2) ? .image : .video
          options.baseOptions.numThreads = 1 + round % 3
          let task = try HandLandmarker(model: model, options: options)
          let found =
            try options.runningMode == .image
            ? task.detect(image: image) : task.detect(videoFrame: image, timestampInMilliseconds: round)
          if round < 3 { task.close() }
          return found.landmarks
        }
        results.withLock { $0.append(result) }
      }
    }
    let all = results.withLock { $0 }
    #expect(all.count == 24)
    for result in all { #expect(try result.get() == expected) }
  }

  @Test func `of streams that are fed and closed by different threads every frame is accounted for`() throws {
    let model = try HandModel(path: BundleFiles.handLandmarker)
    let image = try OnePixel.image()
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<3 {
      let receivers = (0..<4).map { _ in HandReceiver { _ in } }
      let tasks = try receivers.map { receiver in
        let options = HandLandmarkerOptions()
        options.runningMode = .liveStream
        options.handLandmarkerLiveStreamDelegate = receiver
        return try HandLandmarker(model: model, options: options)
      }
      let taken = Guarded([Int](repeating: 0, count: 4))
      let pauses = (0..<4).map { _ in Double.random(in: 0...0.05, using: &random) }
      OwnThreads.run(8) { index in
        let task = tasks[index % 4]
        guard index >= 4 else {
          Thread.sleep(forTimeInterval: pauses[index])
          return task.close()
        }
        for time in 0..<200 {
          guard (try? task.detectAsync(image: image, timestampInMilliseconds: time)) != nil else { return }
          taken.withLock { $0[index % 4] += 1 }
          sched_yield()
        }
      }
      for (index, task) in tasks.enumerated() {
        task.close()
        #expect(receivers[index].answered.count + task.droppedFrameCount == taken.withLock { $0[index] })
        #expect(receivers[index].answered == receivers[index].answered.sorted())
        #expect(receivers[index].dropped.count <= task.droppedFrameCount)
      }
    }
  }
}
