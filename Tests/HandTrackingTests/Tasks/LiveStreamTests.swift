import Dispatch
import Foundation
import HandTracking
import PixelImaging
import Synchronization
import Testing

/// The stream on its own, with work that tests control.
@Suite struct LiveStreamTests {
  /// What a stream answered, and a way to wait for it.
  private final class Answers: Sendable {
    private let timestamps = Guarded<[Int]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ timestamp: Int) {
      timestamps.withLock { $0.append(timestamp) }
      arrived.signal()
    }

    /// Waits for so many more answers; false if they do not come.
    func wait(for count: Int) -> Bool {
      (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 60) == .success }
    }

    var all: [Int] { timestamps.withLock { $0 } }
  }

  private func frame(_ owner: PixelOwner? = nil) throws -> Frame {
    Frame(try OnePixel.image(owner))
  }

  @Test func `of frames that come at once the first and the last are answered`() throws {
    let answers = Answers()
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(process: { _, timestamp in
      go.wait()
      return .success(timestamp)
    }) { _, timestamp in answers.add(timestamp) }
    for timestamp in 0..<20 { try stream.submit(try frame(), timestamp: timestamp) }
    go.signal()
    go.signal()
    #expect(answers.wait(for: 2))
    #expect(answers.all == [0, 19])
    #expect(stream.droppedCount == 18)
  }

  @Test func `a receiver hears of every frame that is dropped, in order`() throws {
    let answers = Answers()
    let drops = Answers()
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(
      process: { _, timestamp in
        go.wait()
        return .success(timestamp)
      }, reportDrop: { drops.add($0) }
    ) { _, timestamp in answers.add(timestamp) }
    for timestamp in 0..<20 { try stream.submit(try frame(), timestamp: timestamp) }
    #expect(drops.wait(for: 18))
    go.signal()
    go.signal()
    #expect(answers.wait(for: 2))
    #expect(drops.all == Array(1...18))
  }

  @Test func `of ten thousand frames every one is answered once and in order, or counted as dropped`() throws {
    let answers = Answers()
    let held = Atomic<Int>(0)
    let stream = LiveStream<Int>(process: { _, timestamp in .success(timestamp) }) { answer, timestamp in
      if case .success(timestamp) = answer { answers.add(timestamp) }
    }
    var mostHeld = 0
    for timestamp in 1...10_000 {
      held.add(1, ordering: .relaxed)
      let owner = PixelOwner { held.subtract(1, ordering: .relaxed) }
      try stream.submit(try frame(owner), timestamp: timestamp)
      mostHeld = max(mostHeld, held.load(ordering: .relaxed))
    }
    #expect(answers.wait(for: 10_000 - stream.droppedCount))
    let all = answers.all
    #expect(all == all.sorted())
    #expect(Set(all).count == all.count)
    #expect(all.first == 1)
    #expect(all.last == 10_000)
    #expect(all.count + stream.droppedCount == 10_000)
    // One that is processed, one that waits, one that comes, and a few whose release another thread has not finished.
    #expect(mostHeld <= 8)
  }

  @Test func `a time that is not later is refused and its frame has no effect`() throws {
    let answers = Answers()
    let stream = LiveStream<Int>(process: { .success($1) }) { answers.add($1) }
    try stream.submit(try frame(), timestamp: 5)
    #expect(answers.wait(for: 1))
    for timestamp in [5, 4] {
      #expect(throws: TaskError.timestampNotIncreasing(timestamp: timestamp, previous: 5)) {
        try stream.submit(try frame(), timestamp: timestamp)
      }
    }
    try stream.submit(try frame(), timestamp: 6)
    #expect(answers.wait(for: 1))
    #expect(answers.all == [5, 6])
    #expect(stream.droppedCount == 0)
  }

  @Test func `a slow receiver does not hold frames up`() throws {
    let answers = Answers()
    let processed = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(process: { _, timestamp in
      processed.signal()
      return .success(timestamp)
    }) { _, timestamp in
      go.wait()
      answers.add(timestamp)
    }
    for timestamp in 0..<10 {
      try stream.submit(try frame(), timestamp: timestamp)
      #expect(processed.wait(timeout: .now() + 60) == .success)
    }
    #expect(answers.all.isEmpty)
    for _ in 0..<10 { go.signal() }
    #expect(answers.wait(for: 10 - stream.droppedCount))
    #expect(answers.all == answers.all.sorted())
  }

  @Test func `an ended stream lets its frames go`() throws {
    let answers = Answers()
    let held = Atomic<Int>(0)
    let gone = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(process: { _, timestamp in
      go.wait()
      return .success(timestamp)
    }) { _, timestamp in answers.add(timestamp) }
    for timestamp in 0..<3 {
      held.add(1, ordering: .relaxed)
      let owner = PixelOwner {
        held.subtract(1, ordering: .relaxed)
        gone.signal()
      }
      try stream.submit(try frame(owner), timestamp: timestamp)
    }
    stream.end()
    // The second was replaced, the third waited.
    #expect(gone.wait(timeout: .now() + 60) == .success)
    #expect(gone.wait(timeout: .now() + 60) == .success)
    go.signal()
    #expect(gone.wait(timeout: .now() + 60) == .success)
    #expect(held.load(ordering: .relaxed) == 0)
    #expect(answers.all.allSatisfy { $0 == 0 })
  }

  // MARK: The end

  @Test func `closing waits for the frame in work and the call that runs, and no call comes afterwards`() throws {
    let answers = Answers()
    let entered = DispatchSemaphore(value: 0)
    let isRunning = Guarded(false)
    let stream = LiveStream<Int>(process: { .success($1) }) { _, timestamp in
      isRunning.withLock { $0 = true }
      entered.signal()
      Thread.sleep(forTimeInterval: 0.2)
      isRunning.withLock { $0 = false }
      answers.add(timestamp)
    }
    for timestamp in 0..<3 { try stream.submit(try frame(), timestamp: timestamp) }
    #expect(entered.wait(timeout: .now() + 60) == .success)
    stream.close()
    #expect(!isRunning.withLock { $0 })
    let count = answers.all.count
    #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 9) }
    stream.close()
    Thread.sleep(forTimeInterval: 0.3)
    #expect(answers.all.count == count)
  }

  @Test func `receivers may close each other's streams`() throws {
    // Each closes the other's stream while both are in their calls.
    let streams = Guarded<[LiveStream<Int>]>([])
    let bothAreIn = DispatchGroup()
    let closed = Answers()
    for index in 0..<2 {
      bothAreIn.enter()
      let stream = LiveStream<Int>(process: { .success($1) }) { _, _ in
        bothAreIn.leave()
        bothAreIn.wait()
        streams.withLock { $0[1 - index] }.close()
        closed.add(index)
      }
      streams.withLock { $0.append(stream) }
    }
    for stream in streams.withLock({ $0 }) { try stream.submit(try frame(), timestamp: 0) }
    #expect(closed.wait(for: 2))
    // They hold each other.
    streams.withLock { $0 = [] }
  }

  @Test func `closing from several threads at once ends in all of them`() throws {
    for round in 0..<50 {
      let stream = LiveStream<Int>(process: { .success($1) }) { _, _ in }
      for timestamp in 0...round % 5 { try stream.submit(try frame(), timestamp: timestamp) }
      DispatchQueue.concurrentPerform(iterations: 4) { _ in stream.close() }
      #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 100) }
    }
  }

  @Test func `the last owner of a frame may close the stream`() throws {
    let streams = Guarded<[LiveStream<Int>]>([])
    let closed = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(process: { .success($1) }) { _, _ in }
    streams.withLock { $0 = [stream] }
    let owner = PixelOwner {
      for stream in streams.withLock({ $0 }) { stream.close() }
      closed.signal()
    }
    try stream.submit(try frame(consume owner), timestamp: 0)
    #expect(closed.wait(timeout: .now() + 60) == .success)
    streams.withLock { $0 = [] }
  }

  @Test func `a thousand streams that end in the middle do no harm`() throws {
    let processed = DispatchSemaphore(value: 0)
    for round in 0..<1000 {
      let stream = LiveStream<Int>(process: { _, timestamp in
        processed.signal()
        return .success(timestamp)
      }) { _, _ in }
      for timestamp in 0...round % 7 { try stream.submit(try frame(), timestamp: timestamp) }
      if round % 2 == 0 { stream.end() }
    }
    // Every stream that was not ended answers its first frame.
    for _ in 0..<500 { #expect(processed.wait(timeout: .now() + 60) == .success) }
  }
}
