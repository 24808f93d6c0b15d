import Dispatch
import HandTracking
import PixelImaging
import TaskTestSupport
import TensorRuntime
import TestSupport
import Testing

/// Calls of a task from within its delegate's methods.
@Suite struct DelegateReentrancyTests {
  private func landmarker(_ receiver: HandReceiver) throws -> HandLandmarker {
    try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = receiver }
  }

  @Test func `a delegate may give the next frame, and none is lost`() throws {
    let image = try OnePixel.image()
    let next = Guarded(1)
    let receiver = HandReceiver { task in
      let time = next.withLock { time in
        defer { time += 1 }
        return time
      }
      if time < 20 { try? task.detectAsync(image: image, timestampInMilliseconds: time) }
    }
    let task = try landmarker(receiver)
    try task.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(receiver.wait(for: 20))
    #expect(receiver.answered == Array(0..<20))
    #expect(task.droppedFrameCount == 0)
  }

  @Test func `a delegate may ask the task anything, and is told what it may not do`() throws {
    let image = try OnePixel.image()
    let errors = Guarded<[TaskError?]>([])
    let bytes = Guarded<[Int]>([])
    let receiver = HandReceiver { task in
      func collect(_ body: () throws(TaskError) -> Void) {
        do throws(TaskError) {
          try body()
          errors.withLock { $0.append(nil) }
        } catch {
          errors.withLock { $0.append(error) }
        }
      }
      bytes.withLock { $0.append(task.memoryFootprint.totalByteCount) }
      collect { () throws(TaskError) in try task.warmUp() }
      collect { () throws(TaskError) in _ = try task.detectPalms(image: MPImage(image: image)) }
      collect { () throws(TaskError) in _ = try task.detect(image: image) }
      collect { () throws(TaskError) in try task.detectAsync(image: image, timestampInMilliseconds: 7) }
      task.close()
      task.close()
      collect { () throws(TaskError) in try task.detectAsync(image: image, timestampInMilliseconds: 8) }
      bytes.withLock { $0.append(task.memoryFootprint.totalByteCount) }
    }
    let task = try landmarker(receiver)
    try task.detectAsync(image: image, timestampInMilliseconds: 7)
    #expect(receiver.wait())
    #expect(
      errors.withLock { $0 } == [
        nil, nil, .wrongRunningMode(required: .image, current: .liveStream),
        .timestampNotIncreasing(timestamp: 7, previous: 7), .closed,
      ])
    #expect(bytes.withLock { $0.map { $0 > 0 } } == [true, false])
  }

  @Test func `a delegate may open, use and close other tasks`() throws {
    let image = try ClipFrames.image(0)
    let model = try HandModel(path: BundleFiles.handLandmarker)
    let counts = Guarded<[Int]>([])
    let receiver = HandReceiver { _ in
      guard let other = try? HandLandmarker(model: model), let found = try? other.detect(image: image) else { return }
      other.close()
      counts.withLock { $0.append(found.landmarks.count) }
    }
    let task = try landmarker(receiver)
    for time in 0..<3 {
      try task.detectAsync(image: image, timestampInMilliseconds: time)
      #expect(receiver.wait())
    }
    #expect(counts.withLock { $0 } == [1, 1, 1])
  }

  @Test func `a delegate that hears of a dropped frame may close the task`() throws {
    let closed = DispatchSemaphore(value: 0)
    let receiver = HandReceiver(
      onDrop: {
        $0.close()
        closed.signal()
      }, { _ in })
    let task = try landmarker(receiver)
    let image = try ClipFrames.image(0)
    for time in 0..<30 {
      do throws(TaskError) {
        try task.detectAsync(image: image, timestampInMilliseconds: time)
      } catch {
        // The delegate was faster.
        #expect(error == .closed)
      }
    }
    #expect(closed.wait(timeout: .now() + 60) == .success)
    #expect(receiver.dropped.count == 1)
    #expect(throws: TaskError.closed) { try task.detectAsync(image: image, timestampInMilliseconds: 30) }
  }
}
