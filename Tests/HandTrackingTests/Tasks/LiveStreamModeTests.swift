import Dispatch
import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// A delegate that records what is reported.
private class Listener: NSObject, @unchecked Sendable {
  struct Call {
    let count: Int?
    let timestamp: Int
    let error: TaskError?
    let isMainThread: Bool
  }

  private let calls = Guarded<[Call]>([])
  private let arrived = DispatchSemaphore(value: 0)
  /// What else to do in a call.
  let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void = {}) {
    self.action = action
  }

  func add(count: Int?, timestamp: Int, error: (any Error)?) {
    calls.withLock {
      $0.append(
        Call(count: count, timestamp: timestamp, error: error as? TaskError, isMainThread: Thread.isMainThread))
    }
    action()
    arrived.signal()
  }

  /// Waits for a number of further calls; false if they do not come.
  func wait(for count: Int) -> Bool {
    (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 60) == .success }
  }

  var all: [Call] { calls.withLock { $0 } }
}

private final class HandListener: Listener, HandLandmarkerLiveStreamDelegate, @unchecked Sendable {
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    add(count: result?.landmarks.count, timestamp: timestampInMilliseconds, error: error)
  }
}

private final class FrameworkListener: Listener, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    add(count: result?.gestures.count, timestamp: timestampInMilliseconds, error: error)
  }
}

private final class GuideListener: Listener, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    add(count: result?.gestures.count, timestamp: timestampInMilliseconds, error: error)
  }
}

private final class SilentListener: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate {}

/// Shows whether a task still exists.
private final class WeakTask {
  weak var task: HandLandmarker?
}

@Suite struct LiveStreamModeTests {
  @Test func `frames that come slowly are all answered, away from the main thread`() throws {
    let listener = HandListener()
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    for (time, frame) in [0, 13, 4, 5].enumerated() {
      try task.detectAsync(image: try ClipFrames.image(frame), timestampInMilliseconds: time)
      #expect(listener.wait(for: 1))
    }
    #expect(listener.all.map(\.timestamp) == [0, 1, 2, 3])
    #expect(listener.all.map(\.count) == [1, 0, 2, 2])
    #expect(listener.all.allSatisfy { $0.error == nil && !$0.isMainThread })
    #expect(task.droppedFrameCount == 0)
  }

  @Test func `frames that come at once are dropped but for the first and the last`() throws {
    let listener = HandListener()
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    let image = MPImage(image: try ClipFrames.image(0))
    for time in 0..<50 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    var answered = 0
    while answered + task.droppedFrameCount < 50 {
      #expect(listener.wait(for: 1))
      answered += 1
    }
    #expect(listener.all.first?.timestamp == 0)
    #expect(listener.all.last?.timestamp == 49)
    #expect(listener.all.count == answered)
  }

  @Test func `a recognizer's delegate is called by the framework's name or by the guide's`() throws {
    let image = try ClipFrames.image(0)
    let framework = FrameworkListener()
    let guide = GuideListener()
    for (listener, delegate) in [
      (framework as Listener, framework as any GestureRecognizerLiveStreamDelegate), (guide, guide),
    ] {
      let task = try ClipFrames.recognizer(.liveStream) { $0.gestureRecognizerLiveStreamDelegate = delegate }
      try task.recognizeAsync(image: image, timestampInMilliseconds: 3)
      #expect(listener.wait(for: 1))
      #expect(listener.all.map(\.count) == [1])
      #expect(listener.all.map(\.timestamp) == [3])
    }
  }

  @Test func `a delegate need not implement its method`() throws {
    let listener = SilentListener()
    let image = try ClipFrames.image(0)
    let landmarker = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
    let recognizer = try ClipFrames.recognizer(.liveStream) { $0.gestureRecognizerLiveStreamDelegate = listener }
    try recognizer.recognizeAsync(image: image, timestampInMilliseconds: 0)
  }

  @Test func `a task in live-stream mode needs a delegate, others must not have one`() throws {
    let error = #expect(throws: TaskError.missingLiveStreamDelegate) { try ClipFrames.landmarker(.liveStream) }
    #expect(error?.code == .invalidArgumentError)
    #expect(throws: TaskError.missingLiveStreamDelegate) { try ClipFrames.recognizer(.liveStream) }
    let listener = SilentListener()
    for mode in [RunningMode.image, .video] {
      #expect(throws: TaskError.unexpectedLiveStreamDelegate(mode)) {
        try ClipFrames.landmarker(mode) { $0.handLandmarkerLiveStreamDelegate = listener }
      }
      let error = #expect(throws: TaskError.unexpectedLiveStreamDelegate(mode)) {
        try ClipFrames.recognizer(mode) { $0.gestureRecognizerLiveStreamDelegate = listener }
      }
      #expect(error?.description.contains(mode.description) == true)
    }
  }

  @Test func `calls of another mode are refused`() throws {
    let image = try ClipFrames.image(0)
    let listener = SilentListener()
    let landmarker = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    let recognizer = try ClipFrames.recognizer(.liveStream) { $0.gestureRecognizerLiveStreamDelegate = listener }
    #expect(throws: TaskError.wrongRunningMode(required: .image, current: .liveStream)) {
      try landmarker.detect(image: image)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .video, current: .liveStream)) {
      try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 0)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .liveStream, current: .image)) {
      try ClipFrames.landmarker(.image).detectAsync(image: image, timestampInMilliseconds: 0)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .liveStream, current: .video)) {
      try ClipFrames.recognizer(.video).recognizeAsync(image: image, timestampInMilliseconds: 0)
    }
  }

  @Test func `a mirrored frame is refused at once`() throws {
    let listener = HandListener()
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    let image = try ClipFrames.image(0)
    #expect(throws: TaskError.mirroredOrientation(.leftMirrored)) {
      try task.detectAsync(image: MPImage(image: image, orientation: .leftMirrored), timestampInMilliseconds: 0)
    }
    try task.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(listener.wait(for: 1))
    #expect(listener.all.map(\.timestamp) == [0])
  }

  @Test func `after its release a task calls no more`() throws {
    let entered = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let listener = HandListener {
      entered.signal()
      go.wait()
    }
    let image = try ClipFrames.image(0)
    var task: HandLandmarker? = try ClipFrames.landmarker(.liveStream) {
      $0.handLandmarkerLiveStreamDelegate = listener
    }
    let released = WeakTask()
    released.task = task
    try task?.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(entered.wait(timeout: .now() + 60) == .success)
    // The call in progress retains the task; the result of this frame comes after it.
    try task?.detectAsync(image: image, timestampInMilliseconds: 1)
    task = nil
    go.signal()
    go.signal()
    #expect(listener.wait(for: 1))
    for _ in 0..<1000 where released.task != nil { Thread.sleep(forTimeInterval: 0.01) }
    #expect(released.task == nil)
    #expect(listener.all.map(\.timestamp) == [0])
  }

  /// A thousand rounds and ten thousand frames if `MUDRA_LONG_TESTS` is set, otherwise fewer.
  private static let isLong = ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] != nil

  @Test func `tasks that are released in the middle, some in an answer, do no harm`() throws {
    let image = MPImage(image: try ClipFrames.image(0))
    let holder = Guarded<HandLandmarker?>(nil)
    let releasing = HandListener {
      let task = holder.withLock { task in
        defer { task = nil }
        return task
      }
      withExtendedLifetime(task) {}
    }
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for round in 0..<(Self.isLong ? 1000 : 10) {
      let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = releasing }
      holder.withLock { $0 = task }
      for time in 0...round % 4 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
      // Before, during or after the first frame's work.
      Thread.sleep(forTimeInterval: Double.random(in: 0...0.03, using: &random))
      if round % 3 == 0 { #expect(releasing.wait(for: 1)) }
      holder.withLock { $0 = nil }
    }
  }

  @Test(.enabled(if: isLong, "MUDRA_LONG_TESTS is not set"))
  func `ten thousand frames, of which most are dropped, leave the memory as it was`() throws {
    let listener = HandListener()
    let task = try ClipFrames.landmarker(.liveStream) { $0.handLandmarkerLiveStreamDelegate = listener }
    let bytes = try ClipFrames.image(0).converted(to: .rgba)
    var early = 0
    for time in 0..<10_000 {
      // Each frame has its own memory, like a camera's.
      try task.detectAsync(image: bytes.converted(to: .rgb), timestampInMilliseconds: time)
      Thread.sleep(forTimeInterval: 0.002)
      if time == 1000 { early = Self.residentByteCount() }
    }
    let answered = 10_000 - task.droppedFrameCount
    #expect(listener.wait(for: answered))
    let times = listener.all.map(\.timestamp)
    #expect(times == times.sorted())
    #expect(Set(times).count == answered)
    #expect(listener.all.allSatisfy { $0.count == 1 && $0.error == nil })
    let growth = Self.residentByteCount() - early
    print("10000 frames: \(answered) answered, \(task.droppedFrameCount) dropped, memory grew by \(growth) bytes")
    #expect(task.droppedFrameCount > 0)
    #expect(growth < 4 << 20)
  }

  /// The memory in use by this process, if `/proc` reports it; otherwise 0.
  private static func residentByteCount() -> Int {
    let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return 4096 * (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0)
  }
}
