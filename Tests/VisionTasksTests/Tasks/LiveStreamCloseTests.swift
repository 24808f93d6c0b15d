import Dispatch
import Foundation
import MudraPlatform
import TaskTestSupport
import TensorRuntime
import TestSupport
import Testing
import VisionTasks

/// The end of the stream by itself, with work controlled by tests.
@Suite struct LiveStreamCloseTests {
  private func frame(_ owner: PixelOwner? = nil) throws -> TaskFrame {
    TaskFrame(try OnePixel.image(owner))
  }

  @Test func `closing waits for the frame in work and the call that runs, and no call comes afterward`() throws {
    let answers = StreamAnswers()
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
    try #require(OwnThreads.finish { _ in stream.close() })
    #expect(!isRunning.withLock { $0 })
    let count = answers.all.count
    #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 9) }
    stream.close()
    Thread.sleep(forTimeInterval: 0.3)
    #expect(answers.all.count == count)
  }

  @Test func `closing waits for the call that runs, not for the answers that wait behind it`() throws {
    let answers = StreamAnswers()
    let entered = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let ended = Guarded<UInt64>(0)
    let stream = LiveStream<Int>(process: { .success($1) }) { _, timestamp in
      entered.signal()
      _ = go.wait(timeout: .now() + 10)
      ended.withLock { $0 = MonotonicClock.nanoseconds() }
      answers.add(timestamp)
    }
    for timestamp in 0..<10 {
      try stream.submit(try frame(), timestamp: timestamp)
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(entered.wait(timeout: .now() + 60) == .success)
    // Only this call ends; the others would wait ten seconds each.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { go.signal() }
    try #require(OwnThreads.finish { _ in stream.close() })
    let beyond = Double(MonotonicClock.nanoseconds()) - Double(ended.withLock { $0 })
    #expect(answers.all == [0])
    #expect(beyond < 1e9)
    #expect(stream.droppedCount == 9)
  }

  @Test func `finishing answers the frame that waits, and takes no other`() throws {
    let answers = StreamAnswers()
    let entered = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(process: { _, timestamp in
      entered.signal()
      _ = go.wait(timeout: .now() + 10)
      return .success(timestamp)
    }) { answers.add($1) }
    for timestamp in 0..<5 { try stream.submit(try frame(), timestamp: timestamp) }
    #expect(entered.wait(timeout: .now() + 60) == .success)
    for _ in 0..<2 { go.signal() }
    try #require(OwnThreads.finish { _ in stream.finish() })
    #expect(answers.all == [0, 4])
    #expect(stream.droppedCount == 3)
    #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 9) }
  }

  @Test func `finishing in a call of the receiver waits for nothing`() throws {
    let answers = StreamAnswers()
    let held = Guarded<LiveStream<Int>?>(nil)
    let stream = LiveStream<Int>(process: { .success($1) }) { _, timestamp in
      held.withLock { $0 }?.finish()
      answers.add(timestamp)
    }
    held.withLock { $0 = stream }
    try stream.submit(try frame(), timestamp: 0)
    try #require(answers.wait(for: 1))
    #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 1) }
    held.withLock { $0 = nil }
  }

  @Test func `at the end every frame was answered or is counted as dropped`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<200 {
      let answers = StreamAnswers()
      let stream = LiveStream<Int>(process: { .success($1) }) { answers.add($1) }
      let count = Int.random(in: 1...40, using: &random)
      for timestamp in 0..<count {
        try stream.submit(try frame(), timestamp: timestamp)
        for _ in 0..<Int.random(in: 0...3, using: &random) { sched_yield() }
      }
      try #require(OwnThreads.finish { _ in stream.close() })
      #expect(answers.all.count + stream.droppedCount == count)
    }
  }

  @Test func `closing in the receiver's call, from elsewhere at the same time, and again, always ends`() throws {
    for round in 0..<1000 {
      let holder = Guarded<LiveStream<Int>?>(nil)
      let closed = DispatchSemaphore(value: 0)
      let stream = LiveStream<Int>(process: { .success($1) }) { _, _ in
        let stream = holder.withLock { $0 }
        stream?.close()
        stream?.close()
        closed.signal()
      }
      holder.withLock { $0 = stream }
      try stream.submit(try frame(), timestamp: 0)
      if round % 2 == 0 { try #require(closed.wait(timeout: .now() + 60) == .success) }
      try #require(OwnThreads.finish { _ in stream.close() })
      holder.withLock { $0 = nil }
      #expect(throws: TaskError.closed) { try stream.submit(try frame(), timestamp: 1) }
    }
  }

  @Test func `receivers may close each other's streams`() throws {
    // Each closes the other's stream while both are in their calls.
    let streams = Guarded<[LiveStream<Int>]>([])
    let bothAreIn = DispatchGroup()
    let closed = StreamAnswers()
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
    // They retain each other.
    streams.withLock { $0 = [] }
  }

  @Test func `closing from several threads at once ends in all of them`() throws {
    for round in 0..<50 {
      let stream = LiveStream<Int>(process: { .success($1) }) { _, _ in }
      for timestamp in 0...round % 5 { try stream.submit(try frame(), timestamp: timestamp) }
      try #require(OwnThreads.finish(4) { _ in stream.close() })
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
}
