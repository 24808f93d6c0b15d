import Platform
import Synchronization

/// The threads of one session: all of them, the caller first, make a piece of work at the same time, each its share.
///
/// A worker that has nothing to do looks for work a few microseconds long, since the next piece comes at once, and
/// then sleeps on a condition variable. It never spins while the session is idle.
package final class ThreadPool: @unchecked Sendable {
  /// Threads that share work, the caller included.
  package let threadCount: Int
  private let state = State()
  private var workers: [pthread_t] = []

  /// What the workers see. They hold it, not the pool, so that the pool can go away.
  private final class State: @unchecked Sendable {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Raised by one for each piece of work; negative to end.
    let generation = Atomic<Int>(0)
    let remaining = Atomic<Int>(0)
    let sleeping = Atomic<Int>(0)
    /// The work of the present generation: written before `generation` is raised, read after it was seen.
    var work: (any ThreadWork)?

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      pthread_cond_destroy(condition)
      mutex.deallocate()
      condition.deallocate()
    }

    func wake() {
      guard sleeping.load(ordering: .sequentiallyConsistent) > 0 else { return }
      pthread_mutex_lock(mutex)
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }

    /// Waits until the generation is no longer `seen`.
    func next(after seen: Int) -> Int {
      for _ in 0..<4000 {
        let now = generation.load(ordering: .acquiring)
        if now != seen { return now }
      }
      pthread_mutex_lock(mutex)
      sleeping.add(1, ordering: .sequentiallyConsistent)
      while generation.load(ordering: .sequentiallyConsistent) == seen { pthread_cond_wait(condition, mutex) }
      sleeping.subtract(1, ordering: .sequentiallyConsistent)
      pthread_mutex_unlock(mutex)
      return generation.load(ordering: .acquiring)
    }
  }

  private final class WorkerStart {
    let state: State
    let index: Int

    init(_ state: State, _ index: Int) {
      self.state = state
      self.index = index
    }
  }

  /// Starts `threadCount - 1` workers; fewer if the system refuses them.
  package init(threadCount requested: Int) {
    var started = 1
    for index in 1..<max(requested, 1) {
      let start = Unmanaged.passRetained(WorkerStart(state, index))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let status = pthread_create(
        &thread, nil,
        { raw in
          // Optional on some systems, not on others.
          let opaque: UnsafeMutableRawPointer? = raw
          if let opaque { ThreadPool.work(Unmanaged<WorkerStart>.fromOpaque(opaque).takeRetainedValue()) }
          return nil
        }, start.toOpaque())
      guard status == 0 else {
        start.release()
        break
      }
      #if canImport(Darwin)
        if let thread { workers.append(thread) }
      #else
        workers.append(thread)
      #endif
      started += 1
    }
    threadCount = started
  }

  deinit {
    state.generation.store(-1, ordering: .sequentiallyConsistent)
    state.wake()
    for worker in workers { pthread_join(worker, nil) }
  }

  /// Makes a piece of work on its threads, and returns when all are done. Allocates nothing.
  ///
  /// - Precondition: one caller at a time; the work has no more threads than the pool.
  package func run(_ work: any ThreadWork) {
    guard work.threadCount > 1 else { return work.run(thread: 0) }
    state.work = work
    state.remaining.store(threadCount - 1, ordering: .sequentiallyConsistent)
    state.generation.add(1, ordering: .sequentiallyConsistent)
    state.wake()
    work.run(thread: 0)
    var spins = 0
    while state.remaining.load(ordering: .acquiring) > 0 {
      spins += 1
      if spins > 2000 { sched_yield() }
    }
  }

  /// A worker's life: every generation is answered once, also by workers that have no part of it, so that the caller
  /// knows that nobody still looks at the work when it brings the next.
  private static func work(_ start: WorkerStart) {
    let state = start.state
    var seen = 0
    while true {
      seen = state.next(after: seen)
      if seen < 0 { return }
      if let work = state.work, start.index < work.threadCount { work.run(thread: start.index) }
      state.remaining.subtract(1, ordering: .acquiringAndReleasing)
    }
  }
}
