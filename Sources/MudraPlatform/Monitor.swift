/// A lock in which threads can wait until what it protects has changed: a mutex with a condition variable.
package final class Monitor: @unchecked Sendable {
  #if canImport(WinSDK)
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)
  #elseif !canImport(WASILibc)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  #endif

  /// An unlocked monitor.
  package init() {
    #if canImport(WinSDK)
      InitializeSRWLock(mutex)
      InitializeConditionVariable(condition)
    #elseif !canImport(WASILibc)
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    #endif
  }

  deinit {
    #if !canImport(WASILibc)
      #if !canImport(WinSDK)
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(condition)
      #endif
      mutex.deallocate()
      condition.deallocate()
    #endif
  }

  /// Runs `body` while holding the lock.
  package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Sleeps until woken; spurious wakeups are possible. The lock is released in the meantime.
  ///
  /// - Precondition: called inside ``withLock(_:)``.
  package func wait() {
    #if canImport(WinSDK)
      SleepConditionVariableSRW(condition, mutex, INFINITE, 0)
    #elseif !canImport(WASILibc)
      pthread_cond_wait(condition, mutex)
    #endif
  }

  /// Wakes one thread waiting for a condition, if there is one.
  package func wakeOne() {
    #if canImport(WinSDK)
      WakeConditionVariable(condition)
    #elseif !canImport(WASILibc)
      pthread_cond_signal(condition)
    #endif
  }

  /// Wakes all threads waiting for a condition.
  package func wakeAll() {
    #if canImport(WinSDK)
      WakeAllConditionVariable(condition)
    #elseif !canImport(WASILibc)
      pthread_cond_broadcast(condition)
    #endif
  }

  private func lock() {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(mutex)
    #elseif !canImport(WASILibc)
      pthread_mutex_lock(mutex)
    #endif
  }

  private func unlock() {
    #if canImport(WinSDK)
      ReleaseSRWLockExclusive(mutex)
    #elseif !canImport(WASILibc)
      pthread_mutex_unlock(mutex)
    #endif
  }
}
