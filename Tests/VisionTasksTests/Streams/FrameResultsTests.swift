import Foundation
import MudraPlatform
import TaskTestSupport
import TestSupport
import Testing
import VisionTasks

/// Sequences of results by themselves, with sources and work controlled by tests.
@Suite struct FrameResultsTests {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  private typealias Results<Failure: Error> = FrameResults<Int, Failure>

  private struct CameraFailure: Error {}

  /// Frames that tests push.
  private struct Camera {
    let pictures = PictureCount()
    let frames: AsyncStream<VideoFrame>
    let hasStopped = Guarded(false)
    private let continuation: AsyncStream<VideoFrame>.Continuation

    init() {
      (frames, continuation) = AsyncStream.makeStream(of: VideoFrame.self)
      continuation.onTermination = { [hasStopped] _ in hasStopped.withLock { $0 = true } }
    }

    func push(_ timestamps: some Sequence<Int>) throws {
      for timestamp in timestamps { continuation.yield(try pictures.frame(at: timestamp)) }
    }

    func finish() {
      continuation.finish()
    }
  }

  /// A source that creates frames on demand: the numbers from 1 to `count`.
  private static func source(
    of count: Int, _ pictures: PictureCount, _ pulled: Guarded<Int>
  ) -> AsyncStream<VideoFrame> {
    AsyncStream(unfolding: {
      let next = pulled.withLock { pulled -> Int in
        pulled += 1
        return pulled
      }
      return next <= count ? try? pictures.frame(at: next) : nil
    })
  }

  /// Waits for something that another thread is about to do.
  private func eventually(_ isSo: () -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
      if isSo() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  // MARK: Policies

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [(FramePolicy.latest, [9]), (.bounded(1), [9]), (.bounded(3), [7, 8, 9])])
  func `of frames that come while nobody asks, the policy's newest are answered`(
    policy: FramePolicy, kept: [Int]
  ) async throws {
    let camera = Camera()
    let results = try Results(of: camera.frames, policy: policy) { $0.timestampInMilliseconds }
    let iterator = results.makeAsyncIterator()
    try camera.push(0..<10)
    #expect(try await eventually { results.counts.received == 10 })
    #expect(camera.pictures.value == kept.count)
    camera.finish()
    var answered: [Int] = []
    var dropped: [Int] = []
    while let frame = await iterator.next(isolation: nil) {
      answered.append(try frame.get())
      dropped.append(frame.droppedBefore)
    }
    #expect(answered == kept)
    #expect(dropped == [10 - kept.count] + kept.dropFirst().map { _ in 0 })
    let counts = results.counts
    #expect(counts.answered == kept.count)
    #expect(counts.dropped == 10 - kept.count)
    #expect(counts.failed == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a source that is blocked loses no frame and is at most two ahead`() async throws {
    let pictures = PictureCount()
    let pulled = Guarded(0)
    let source = Self.source(of: 50, pictures, pulled)
    let results = try Results(of: source, policy: .block) { $0.timestampInMilliseconds }
    var answered: [Int] = []
    for await frame in results {
      answered.append(try frame.get())
      // One that has been taken, one that waits, and the request for another.
      #expect(pulled.withLock { $0 } <= answered.count + 2)
      #expect(pictures.value <= 2)
    }
    #expect(answered == Array(1...50))
    #expect(results.counts.received == 50)
    #expect(results.counts.answered == 50)
    #expect(results.counts.dropped == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [FramePolicy.latest, .bounded(4)])
  func `with work slower than the camera, every frame is answered once, in order, or counted`(
    policy: FramePolicy
  ) async throws {
    let camera = Camera()
    let results = try Results(of: camera.frames, policy: policy) { frame in
      try? await Task.sleep(for: .milliseconds(3))
      return frame.timestampInMilliseconds
    }
    let pusher = Task {
      for timestamp in 1...200 {
        try camera.push([timestamp])
        try await Task.sleep(for: .microseconds(500))
      }
      camera.finish()
    }
    var answered: [Int] = []
    var dropped = 0
    for await frame in results {
      answered.append(try frame.get())
      dropped += frame.droppedBefore
    }
    try await pusher.value
    #expect(answered == answered.sorted())
    #expect(Set(answered).count == answered.count)
    #expect(answered.last == 200)
    #expect(answered.count + dropped == 200)
    #expect(results.counts.received == 200)
    #expect(results.counts.dropped == dropped)
    #expect(try await eventually { camera.pictures.value == 0 })
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a source that never waits leaves the loop its turn`() async throws {
    let pictures = PictureCount()
    try await withThrowingTaskGroup(of: Void.self) { group in
      // More than the number of threads.
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          let source = Self.source(of: .max, pictures, Guarded(0))
          let results = try Results(of: source, policy: .latest, answer: { _ in 0 })
          var count = 0
          for await _ in results {
            count += 1
            if count == 3 { break }
          }
          #expect(count == 3)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await eventually { pictures.value == 0 })
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [0, -1, Int.min])
  func `a policy without room is refused`(count: Int) throws {
    let error = #expect(throws: TaskError.invalidFrameBound(count)) {
      try Results(of: Camera().frames, policy: .bounded(count)) { _ in 0 }
    }
    #expect(error?.code == .invalidArgumentError)
  }

  // MARK: Errors

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a frame's error concerns that frame alone`() async throws {
    let camera = Camera()
    let results = try Results(of: camera.frames, policy: .bounded(5)) { frame throws(TaskError) in
      guard frame.timestampInMilliseconds != 2 else { throw .timestampNotIncreasing(timestamp: 2, previous: 2) }
      return frame.timestampInMilliseconds
    }
    try camera.push(1...4)
    camera.finish()
    var outcomes: [Result<Int, TaskError>] = []
    for await frame in results { outcomes.append(frame.result) }
    #expect(
      outcomes == [.success(1), .failure(.timestampNotIncreasing(timestamp: 2, previous: 2)), .success(3), .success(4)])
    #expect(results.counts.answered == 3)
    #expect(results.counts.failed == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `what the source throws comes after the frames before it`() async throws {
    let pictures = PictureCount()
    let source = AsyncThrowingStream<VideoFrame, any Error> { continuation in
      for timestamp in 1...2 {
        if let frame = try? pictures.frame(at: timestamp) { continuation.yield(frame) }
      }
      continuation.finish(throwing: CameraFailure())
    }
    let results = try Results(of: source, policy: .block) { $0.timestampInMilliseconds }
    let iterator = results.makeAsyncIterator()
    #expect(try await iterator.next(isolation: nil)?.get() == 1)
    #expect(try await iterator.next(isolation: nil)?.get() == 2)
    await #expect(throws: CameraFailure.self) { try await iterator.next(isolation: nil) }
    #expect(try await iterator.next(isolation: nil) == nil)
  }

  // MARK: The end

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `cancelling the loop ends it, stops the source and lets the frames go`() async throws {
    let camera = Camera()
    let results = try Results(of: camera.frames, policy: .bounded(8)) { $0.timestampInMilliseconds }
    let started = Guarded(false)
    let loop = Task {
      var count = 0
      for await _ in results {
        count += 1
        started.withLock { $0 = true }
        // Frames wait in the meantime.
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
      }
      return count
    }
    try camera.push(1...5)
    #expect(try await eventually { started.withLock { $0 } && results.counts.received == 5 })
    loop.cancel()
    #expect(await loop.value == 1)
    #expect(try await eventually { camera.pictures.value == 0 })
    #expect(camera.hasStopped.withLock { $0 })
    #expect(results.counts.answered == 1)
    #expect(results.counts.dropped == 4)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `cancelling a loop that waits for a frame ends it`() async throws {
    let camera = Camera()
    let results = try Results(of: camera.frames, policy: .latest) { $0.timestampInMilliseconds }
    let loop = Task {
      for await _ in results {}
      return Task.isCancelled
    }
    try await Task.sleep(for: .milliseconds(20))
    loop.cancel()
    #expect(await loop.value)
    #expect(try await eventually { camera.hasStopped.withLock { $0 } })
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test(arguments: [FramePolicy.block, .bounded(3), .latest])
  func `leaving the loop stops the source and lets the frames go`(policy: FramePolicy) async throws {
    let pictures = PictureCount()
    let pulled = Guarded(0)
    let source = Self.source(of: .max, pictures, pulled)
    let results = try Results(of: source, policy: policy) { $0.timestampInMilliseconds }
    for await frame in results where try frame.get() >= 2 { break }
    #expect(try await eventually { pictures.value == 0 })
    let count = pulled.withLock { $0 }
    try await Task.sleep(for: .milliseconds(20))
    #expect(pulled.withLock { $0 } == count)
    let counts = results.counts
    #expect(counts.received == counts.answered + counts.dropped)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `the sequence ends when its task is closed`() async throws {
    let pictures = PictureCount()
    let pulled = Guarded(0)
    let results = try Results(of: Self.source(of: .max, pictures, pulled), policy: .block) {
      frame throws(TaskError) in
      guard frame.timestampInMilliseconds < 3 else { throw .closed }
      return frame.timestampInMilliseconds
    }
    var answered: [Int] = []
    for await frame in results { answered.append(try frame.get()) }
    #expect(answered == [1, 2])
    #expect(try await eventually { pictures.value == 0 })
    #expect(results.counts.answered == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a thousand loops that end in the middle do no harm`() async throws {
    let pictures = PictureCount()
    for round in 0..<1000 {
      let source = AsyncStream<VideoFrame>(unfolding: { try? pictures.frame(at: 0) })
      let policy = [FramePolicy.latest, .bounded(2), .block][round % 3]
      let results = try Results(of: source, policy: policy) { $0.timestampInMilliseconds }
      let loop = Task {
        var count = 0
        for await _ in results {
          count += 1
          if round % 2 == 0, count == round % 5 + 1 { break }
        }
      }
      if round % 2 == 1 { loop.cancel() }
      await loop.value
    }
    #expect(try await eventually { pictures.value == 0 })
  }
}
