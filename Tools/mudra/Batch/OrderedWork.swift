import MudraPlatform

/// Works on inputs with several threads at once, and hands over the outputs in the order of the inputs.
///
/// One thread reads, each worker has a thread, and the caller's thread takes the outputs: each of them at once when it
/// and all before it are there, also while the reader waits for the next input. With one worker, the caller's thread
/// does everything.
final class OrderedWork<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  /// How much is read ahead of the outputs that have been handed over.
  struct Bounds {
    /// The most inputs.
    let count: Int
    /// The weight of inputs beyond which no other is read.
    let weight: Int
  }

  private let bounds: Bounds
  private let weight: @Sendable (Input) -> Int
  private let monitor = Monitor()

  // MARK: What the monitor protects

  private var inputs: [(number: Int, input: Input)] = []
  private var outputs: [Int: (output: Output, weight: Int)] = [:]
  private var readCount = 0
  private var deliveredCount = 0
  private var heldWeight = 0
  private var isReadingOver = false
  private var isStopped = false
  private var failure: CommandFailure?

  private init(_ bounds: Bounds, weight: @escaping @Sendable (Input) -> Int) {
    self.bounds = bounds
    self.weight = weight
  }

  /// Does all the work.
  ///
  /// - Parameters:
  ///   - next: returns the next input, nil after the last one. Called on one thread at a time.
  ///   - workers: each makes outputs of inputs, on a thread of its own.
  ///   - bounds: how much may be read ahead.
  ///   - weight: an input's share of the bound of weight.
  ///   - deliver: takes the outputs in order, on the caller's thread.
  /// - Throws: what `deliver` throws, at once; what `next` throws, after the outputs for the inputs before.
  static func run(
    reading next: @escaping () throws(CommandFailure) -> Input?, with workers: [@Sendable (Input) -> Output],
    bounds: Bounds, weight: @escaping @Sendable (Input) -> Int,
    delivering deliver: (Output) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if workers.count > 1 {
      let work = OrderedWork(bounds, weight: weight)
      // Only the reader's thread calls it.
      nonisolated(unsafe) let next = next
      let threads = workers.compactMap { worker in SystemThread { work.work(worker) } }
      if !threads.isEmpty, let reader = SystemThread({ work.read(next) }) {
        defer { for thread in threads { thread.join() } }
        return try work.deliver(deliver, reader)
      }
      work.stop()
      for thread in threads { thread.join() }
    }
    // There are no threads.
    while let input = try next() { try deliver(workers[0](input)) }
  }

  // MARK: Threads

  private func read(_ next: () throws(CommandFailure) -> Input?) {
    do throws(CommandFailure) {
      while let input = try next() {
        guard add(input) else { return }
      }
      finishReading(nil)
    } catch {
      finishReading(error)
    }
  }

  private func work(_ worker: (Input) -> Output) {
    while let (number, input) = takeInput() {
      let output = worker(input)
      monitor.withLock {
        outputs[number] = (output, weight(input))
        monitor.wakeAll()
      }
    }
  }

  private func deliver(
    _ deliver: (Output) throws(CommandFailure) -> Void, _ reader: SystemThread
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      while let output = takeOutput() { try deliver(output) }
    } catch {
      // The reader may wait for an input that never comes: it ends with the program.
      stop()
      throw error
    }
    reader.join()
    if let failure { throw failure }
  }

  // MARK: Steps

  /// Adds an input when there is room for it; false if nobody wants it any more.
  private func add(_ input: Input) -> Bool {
    monitor.withLock {
      while !isStopped, readCount - deliveredCount >= bounds.count || heldWeight >= bounds.weight { monitor.wait() }
      guard !isStopped else { return false }
      inputs.append((readCount, input))
      readCount += 1
      heldWeight += weight(input)
      monitor.wakeAll()
      return true
    }
  }

  private func finishReading(_ failure: CommandFailure?) {
    monitor.withLock {
      isReadingOver = true
      self.failure = failure
      monitor.wakeAll()
    }
  }

  private func takeInput() -> (number: Int, input: Input)? {
    monitor.withLock {
      while inputs.isEmpty, !isReadingOver, !isStopped { monitor.wait() }
      return inputs.isEmpty || isStopped ? nil : inputs.removeFirst()
    }
  }

  private func takeOutput() -> Output? {
    monitor.withLock {
      while true {
        if let (output, weight) = outputs.removeValue(forKey: deliveredCount) {
          deliveredCount += 1
          heldWeight -= weight
          monitor.wakeAll()
          return output
        }
        if isReadingOver, deliveredCount == readCount { return nil }
        monitor.wait()
      }
    }
  }

  private func stop() {
    monitor.withLock {
      isStopped = true
      monitor.wakeAll()
    }
  }
}
