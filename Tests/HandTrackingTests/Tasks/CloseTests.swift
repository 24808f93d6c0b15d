import Dispatch
import Foundation
import HandTracking
import MudraPlatform
import PixelImaging
import TaskTestSupport
import TensorRuntime
import TestSupport
import Testing

@Suite struct CloseTests {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [RunningMode.image, .video, .liveStream])
  func `every call of a closed landmarker is refused, closed once or twice`(mode: RunningMode) async throws {
    let image = try OnePixel.image()
    let picture = MPImage(image: image)
    let frame = VideoFrame(image: image, timestampInMilliseconds: 0)
    let receiver = HandReceiver { _ in }
    let task = try ClipFrames.landmarker(mode) {
      $0.handLandmarkerLiveStreamDelegate = mode == .liveStream ? receiver : nil
    }
    try task.warmUp()
    #expect(task.memoryFootprint.totalByteCount > 0)
    task.close()
    task.close()
    var result = HandLandmarkerResult(timestampInMilliseconds: 5)
    // The end comes before the mode.
    let error = #expect(throws: TaskError.closed) { try task.detect(image: image) }
    #expect(error?.code == .failedPreconditionError)
    #expect(throws: TaskError.closed) { try task.detect(image: picture) }
    #expect(throws: TaskError.closed) { try task.detect(videoFrame: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.detect(videoFrame: picture, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.detect(videoFrame: image, timestampInMilliseconds: 0, into: &result) }
    #expect(throws: TaskError.closed) {
      try task.detect(videoFrame: picture, timestampInMilliseconds: 0, into: &result)
    }
    #expect(throws: TaskError.closed) { try task.detectAsync(image: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.detectAsync(image: picture, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.detectPalms(image: picture) }
    #expect(throws: TaskError.closed) { try task.warmUp() }
    #expect(throws: TaskError.closed) { try task.results(of: AsyncStream<VideoFrame> { $0.finish() }) }
    await #expect(throws: TaskError.closed) { try await task.detect(image) }
    await #expect(throws: TaskError.closed) { try await task.detect(picture) }
    await #expect(throws: TaskError.closed) { try await task.detect(frame) }
    #expect(result.timestampInMilliseconds == 5)
    #expect(task.memoryFootprint == MemoryFootprint())
    #expect(task.droppedFrameCount == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [RunningMode.image, .video])
  func `every call of a closed recognizer is refused`(mode: RunningMode) async throws {
    let image = try OnePixel.image()
    let picture = MPImage(image: image)
    let frame = VideoFrame(image: image, timestampInMilliseconds: 0)
    let task = try ClipFrames.recognizer(mode)
    task.close()
    var result = GestureRecognizerResult(timestampInMilliseconds: 5)
    #expect(throws: TaskError.closed) { try task.recognize(image: image) }
    #expect(throws: TaskError.closed) { try task.recognize(image: picture) }
    #expect(throws: TaskError.closed) { try task.recognize(videoFrame: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.recognize(videoFrame: picture, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) {
      try task.recognize(videoFrame: image, timestampInMilliseconds: 0, into: &result)
    }
    #expect(throws: TaskError.closed) {
      try task.recognize(videoFrame: picture, timestampInMilliseconds: 0, into: &result)
    }
    #expect(throws: TaskError.closed) { try task.recognizeAsync(image: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.recognizeAsync(image: picture, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.warmUp() }
    #expect(throws: TaskError.closed) { try task.results(of: AsyncStream<VideoFrame> { $0.finish() }) }
    await #expect(throws: TaskError.closed) { try await task.recognize(image) }
    await #expect(throws: TaskError.closed) { try await task.recognize(picture) }
    await #expect(throws: TaskError.closed) { try await task.recognize(frame) }
    #expect(result.timestampInMilliseconds == 5)
    #expect(task.memoryFootprint == MemoryFootprint())
  }

  @Test func `a task that shares a model leaves it to the others`() throws {
    let image = try RenderedHands.image("Victory_left")
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let first = try GestureRecognizer(model: model)
    let second = try GestureRecognizer(model: model)
    let expected = try first.recognize(image: image)
    first.close()
    #expect(try second.recognize(image: image) == expected)
  }

  @Test func `calls on other threads finish or are refused`() async throws {
    let image = try RenderedHands.image("Victory_left")
    for _ in 0..<5 {
      let task = try ClipFrames.landmarker(.image)
      let expected = try task.detect(image: image).landmarks
      await withTaskGroup(of: Result<HandLandmarkerResult, TaskError>.self) { group in
        for _ in 0..<4 {
          group.addTask { Result { () throws(TaskError) in try task.detect(image: image) } }
        }
        group.addTask {
          task.close()
          return .failure(.closed)
        }
        for await result in group {
          switch result {
          case .success(let result): #expect(result.landmarks == expected)
          case .failure(let error): #expect(error == .closed)
          }
        }
      }
    }
  }

  // MARK: Live stream

  @Test func `a live stream may be closed in its delegate's method`() throws {
    let receiver = HandReceiver { $0.close() }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    try task.detectAsync(image: try OnePixel.image(), timestampInMilliseconds: 0)
    #expect(receiver.wait())
    #expect(throws: TaskError.closed) {
      try task.detectAsync(image: try OnePixel.image(), timestampInMilliseconds: 1)
    }
    #expect(task.memoryFootprint == MemoryFootprint())
  }

  @Test func `closing waits for the call that a delegate sleeps in and no other, and none comes later`() throws {
    let (entered, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Guarded((begun: 0, ended: 0, lastEnd: UInt64(0)))
    let receiver = HandReceiver { _ in
      calls.withLock { $0.begun += 1 }
      entered.signal()
      _ = go.wait(timeout: .now() + 20)
      calls.withLock { $0 = ($0.begun, $0.ended + 1, MonotonicClock.nanoseconds()) }
    }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    let image = try OnePixel.image()
    try task.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(entered.wait(timeout: .now() + 60) == .success)
    for time in 1...20 {
      try task.detectAsync(image: image, timestampInMilliseconds: time)
      Thread.sleep(forTimeInterval: 0.01)
    }
    // Only this call ends; the others would wait twenty seconds each.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { go.signal() }
    try #require(OwnThreads.finish { _ in task.close() })
    let atTheEnd = calls.withLock { $0 }
    #expect(atTheEnd.begun == 1)
    #expect(atTheEnd.ended == 1)
    // One second is promised; a busy machine may take longer for the current frame.
    #expect(MonotonicClock.nanoseconds() - atTheEnd.lastEnd < 10_000_000_000)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(calls.withLock { $0.begun } == atTheEnd.begun)
  }

  @Test func `a delegate hears of the frames that were dropped`() throws {
    let receiver = HandReceiver { _ in }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    let image = try ClipFrames.image(0)
    for time in 0..<30 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    var answered = 0
    while answered + task.droppedFrameCount < 30 {
      #expect(receiver.wait())
      answered += 1
    }
    // Drops are reported before the results of later frames, such as the last one.
    #expect(receiver.dropped.count == task.droppedFrameCount)
    #expect(receiver.dropped == receiver.dropped.sorted())
    #expect(!receiver.dropped.contains(0))
    #expect(!receiver.dropped.contains(29))
  }

  @Test func `live streams that are closed in the middle do no harm`() throws {
    let model = try HandModel(path: BundleFiles.handLandmarker)
    let image = MPImage(image: try OnePixel.image())
    let receiver = HandReceiver { _ in }
    let options = HandLandmarkerOptions()
    options.runningMode = .liveStream
    options.handLandmarkerLiveStreamDelegate = receiver
    for round in 0..<40 {
      let task = try HandLandmarker(model: model, options: options)
      for time in 0...round % 4 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
      if round % 3 == 0 { #expect(receiver.wait()) }
      if round % 2 == 0 { task.close() }
    }
  }
}
