import Dispatch
import Foundation
import HandTracking
import PixelImaging
import TensorRuntime
import Testing

/// A delegate that runs what it is told to in each call.
private final class Receiver: NSObject, HandLandmarkerLiveStreamDelegate, @unchecked Sendable {
  private let action: @Sendable (HandLandmarker) -> Void
  private let drops = Guarded<[Int]>([])
  let called = DispatchSemaphore(value: 0)

  init(_ action: @escaping @Sendable (HandLandmarker) -> Void) {
    self.action = action
  }

  var dropped: [Int] { drops.withLock { $0 } }

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    action(handLandmarker)
    called.signal()
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {
    drops.withLock { $0.append(timestampInMilliseconds) }
  }
}

@Suite struct CloseTests {
  @Test func `every call after the end is refused, and ending twice is as good as once`() async throws {
    let image = try OnePixel.image()
    let frame = VideoFrame(image: image, timestampInMilliseconds: 0)
    let task = try ClipFrames.landmarker(.image)
    _ = try task.detect(image: image)
    #expect(task.memoryFootprint.totalByteCount > 0)
    task.close()
    task.close()
    let error = #expect(throws: TaskError.closed) { try task.detect(image: image) }
    #expect(error?.code == .failedPreconditionError)
    #expect(throws: TaskError.closed) { try task.detect(image: MPImage(image: image)) }
    // The end comes before the mode.
    #expect(throws: TaskError.closed) { try task.detect(videoFrame: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.detectAsync(image: image, timestampInMilliseconds: 0) }
    #expect(throws: TaskError.closed) { try task.warmUp() }
    await #expect(throws: TaskError.closed) { try await task.detect(frame) }
    #expect(task.memoryFootprint == MemoryFootprint())

    let recognizer = try ClipFrames.recognizer()
    recognizer.close()
    #expect(throws: TaskError.closed) { try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0) }
    await #expect(throws: TaskError.closed) { try await recognizer.recognize(frame) }
    #expect(throws: TaskError.closed) { try recognizer.results(of: AsyncStream<VideoFrame> { $0.finish() }) }
  }

  @Test func `a task that shares a model leaves it to the others`() throws {
    let image = try RenderedPictures.image("Victory_left")
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let first = try GestureRecognizer(model: model)
    let second = try GestureRecognizer(model: model)
    let expected = try first.recognize(image: image)
    first.close()
    #expect(try second.recognize(image: image) == expected)
  }

  @Test func `calls on other threads finish or are refused`() async throws {
    let image = try RenderedPictures.image("Victory_left")
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
    let receiver = Receiver { $0.close() }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    try task.detectAsync(image: try OnePixel.image(), timestampInMilliseconds: 0)
    #expect(receiver.called.wait(timeout: .now() + 60) == .success)
    #expect(throws: TaskError.closed) {
      try task.detectAsync(image: try OnePixel.image(), timestampInMilliseconds: 1)
    }
    #expect(task.memoryFootprint == MemoryFootprint())
  }

  @Test func `closing waits for a delegate that sleeps, and it is not called again`() throws {
    let entered = DispatchSemaphore(value: 0)
    let calls = Guarded((begun: 0, ended: 0))
    let receiver = Receiver { _ in
      calls.withLock { $0.begun += 1 }
      entered.signal()
      Thread.sleep(forTimeInterval: 0.3)
      calls.withLock { $0.ended += 1 }
    }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    let image = try OnePixel.image()
    try task.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(entered.wait(timeout: .now() + 60) == .success)
    for time in 1...20 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    task.close()
    let atTheEnd = calls.withLock { $0 }
    #expect(atTheEnd.begun == atTheEnd.ended)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(calls.withLock { $0.begun } == atTheEnd.begun)
  }

  @Test func `a delegate hears of the frames that were dropped`() throws {
    let receiver = Receiver { _ in }
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
    let image = try ClipFrames.image(0)
    for time in 0..<30 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    var answered = 0
    while answered + task.droppedFrameCount < 30 {
      #expect(receiver.called.wait(timeout: .now() + 60) == .success)
      answered += 1
    }
    // Drops are told before the answers of later frames, of which the last is one.
    #expect(receiver.dropped.count == task.droppedFrameCount)
    #expect(receiver.dropped == receiver.dropped.sorted())
    #expect(!receiver.dropped.contains(0))
    #expect(!receiver.dropped.contains(29))
  }

  @Test func `live streams that are closed in the middle do no harm`() throws {
    let model = try HandModel(path: BundleFiles.handLandmarker)
    let image = MPImage(image: try OnePixel.image())
    let receiver = Receiver { _ in }
    let options = HandLandmarkerOptions()
    options.runningMode = .liveStream
    options.handLandmarkerLiveStreamDelegate = receiver
    for round in 0..<40 {
      let task = try HandLandmarker(model: model, options: options)
      for time in 0...round % 4 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
      if round % 3 == 0 { #expect(receiver.called.wait(timeout: .now() + 60) == .success) }
      if round % 2 == 0 { task.close() }
    }
  }
}
