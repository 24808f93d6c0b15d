import Dispatch
import Foundation
import MudraPlatform
import PixelImaging
import TaskTestSupport
import TestSupport
import Testing
import VisionTasks

/// The stream by itself, with work controlled by tests.
@Suite struct LiveStreamTests {
  private func frame(_ owner: PixelOwner? = nil) throws -> TaskFrame {
    TaskFrame(try OnePixel.image(owner))
  }

  @Test func `of frames that come at once the first and the last are answered`() throws {
    let answers = StreamAnswers()
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
    let answers = StreamAnswers()
    let drops = StreamAnswers()
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

  @Test func `of ten thousand frames that come too fast every one is answered once and in order, or dropped`() throws {
    let answers = StreamAnswers()
    let held = Atomic<Int>(0)
    let submitted = Atomic<Int>(0)
    let stream = LiveStream<Int>(process: { _, timestamp in
      // As slow as three frames.
      while submitted.load(ordering: .acquiring) < min(timestamp + 3, 10_000) { sched_yield() }
      return .success(timestamp)
    }) { answer, timestamp in
      if case .success(timestamp) = answer { answers.add(timestamp) }
    }
    var mostHeld = 0
    for timestamp in 1...10_000 {
      held.add(1, ordering: .relaxed)
      let owner = PixelOwner { held.subtract(1, ordering: .relaxed) }
      try stream.submit(try frame(owner), timestamp: timestamp)
      submitted.store(timestamp, ordering: .releasing)
      mostHeld = max(mostHeld, held.load(ordering: .relaxed))
    }
    #expect(answers.wait(for: 10_000 - stream.droppedCount))
    let all = answers.all
    #expect(all == all.sorted())
    #expect(Set(all).count == all.count)
    #expect(all.first == 1)
    #expect(all.last == 10_000)
    #expect(all.count + stream.droppedCount == 10_000)
    #expect(stream.droppedCount > 6000)
    // One that is processed, one that waits, one that comes, and a few whose release another thread has not finished.
    #expect(mostHeld <= 8)
  }

  @Test func `of ten thousand frames from four threads every one is answered, dropped or refused`() throws {
    let answers = StreamAnswers()
    let clock = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let stream = LiveStream<Int>(process: { .success($1) }) { answers.add($1) }
    let picture = try frame()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<2500 {
        let timestamp = clock.add(1, ordering: .relaxed).newValue
        do {
          try stream.submit(picture, timestamp: timestamp)
        } catch {
          // Another thread was faster with a later time.
          refused.add(1, ordering: .relaxed)
        }
      }
    }
    let accepted = 10_000 - refused.load(ordering: .relaxed)
    #expect(answers.wait(for: accepted - stream.droppedCount))
    #expect(answers.all == answers.all.sorted())
    #expect(answers.all.count + stream.droppedCount == accepted)
  }

  @Test func `a time that is not later is refused and its frame has no effect`() throws {
    let answers = StreamAnswers()
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
    let answers = StreamAnswers()
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

  @Test func `a receiver that does not come to an end has frames dropped, not answers piled up`() throws {
    let answers = StreamAnswers()
    let drops = StreamAnswers()
    let processed = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let stream = LiveStream<Int>(
      process: { _, timestamp in
        processed.signal()
        return .success(timestamp)
      }, reportDrop: { drops.add($0) }
    ) { _, timestamp in
      go.wait()
      answers.add(timestamp)
    }
    for timestamp in 0..<100 {
      try stream.submit(try frame(), timestamp: timestamp)
      if timestamp < answerLimit { #expect(processed.wait(timeout: .now() + 60) == .success) }
    }
    #expect(stream.droppedCount == 99 - answerLimit)
    for _ in 0...answerLimit { go.signal() }
    #expect(answers.wait(for: answerLimit + 1))
    #expect(answers.all == Array(0..<answerLimit) + [99])
    #expect(drops.wait(for: 99 - answerLimit))
    #expect(drops.all == Array(answerLimit..<99))
  }

  @Test func `a receiver that is stuck for long finds so many reports of drops, and a count of all`() throws {
    let drops = StreamAnswers()
    let answers = StreamAnswers()
    let (entered, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let stream = LiveStream<Int>(process: { .success($1) }, reportDrop: { drops.add($0) }) { _, timestamp in
      if timestamp == 0 {
        entered.signal()
        go.wait()
      }
      answers.add(timestamp)
    }
    let count = 20_000
    try stream.submit(try frame(), timestamp: 0)
    #expect(entered.wait(timeout: .now() + 60) == .success)
    for timestamp in 1..<count { try stream.submit(try frame(), timestamp: timestamp) }
    #expect(stream.droppedCount >= count - answerLimit - 2)
    go.signal()
    #expect(answers.wait(for: count - stream.droppedCount))
    #expect(answers.all.count + stream.droppedCount == count)
    #expect(drops.wait(for: dropReportLimit))
    // A report comes before those of later frames, of which the last was answered.
    #expect(answers.all.last == count - 1)
    #expect(drops.all.count == dropReportLimit)
    #expect(drops.all == drops.all.sorted())
    #expect(Set(drops.all).isDisjoint(with: answers.all))
  }

  @Test func `an ended stream lets its frames go`() throws {
    let answers = StreamAnswers()
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

  @Test func `a thousand streams that end in the middle, some in an answer, do no harm`() throws {
    let processed = Atomic<Int>(0)
    let answered = Atomic<Int>(0)
    let finished = DispatchSemaphore(value: 0)
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for round in 0..<1000 {
      let holder = Guarded<LiveStream<Int>?>(nil)
      let stream = LiveStream<Int>(process: { _, timestamp in
        processed.add(1, ordering: .relaxed)
        return .success(timestamp)
      }) { _, timestamp in
        answered.add(1, ordering: .relaxed)
        // The first result ends every third stream, and may release it.
        guard round % 3 == 0, timestamp == 0 else { return }
        holder.withLock { stream in
          defer { stream = nil }
          return stream
        }?.end()
        finished.signal()
      }
      holder.withLock { $0 = stream }
      for timestamp in 0...round % 7 {
        do {
          try stream.submit(try frame(), timestamp: timestamp)
        } catch TaskError.closed where round % 3 == 0 {
          // The result of an earlier frame has ended the stream.
        }
        for _ in 0..<Int.random(in: 0...50, using: &random) { sched_yield() }
      }
      if round % 3 == 0 {
        #expect(finished.wait(timeout: .now() + 60) == .success)
      } else {
        if round % 3 == 1 { stream.end() }
        holder.withLock { $0 = nil }
      }
    }
    #expect(answered.load(ordering: .relaxed) >= 334)
    #expect(processed.load(ordering: .relaxed) >= answered.load(ordering: .relaxed))
  }
}
