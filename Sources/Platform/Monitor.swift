/// A lock with conditions to wait for until what it protects has changed: a mutex with condition variables.
package final class Monitor: @unchecked Sendable {
  #if canImport(WinSDK)
    private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let conditions: UnsafeMutablePointer<CONDITION_VARIABLE>
  #elseif !canImport(WASILibc)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let conditions: UnsafeMutablePointer<pthread_cond_t>
  #endif

  private let conditionCount: Int

  /// An unlocked monitor with `conditionCount` conditions to wait for.
  package init(conditionCount: Int = 1) {
    self.conditionCount = conditionCount
    #if canImport(WinSDK)
      InitializeSRWLock(mutex)
      conditions = .allocate(capacity: conditionCount)
      for index in 0..<conditionCount { InitializeConditionVariable(conditions + index) }
    #elseif !canImport(WASILibc)
      pthread_mutex_init(mutex, nil)
      conditions = .allocate(capacity: conditionCount)
      for index in 0..<conditionCount { pthread_cond_init(conditions + index, nil) }
    #endif
  }

  deinit {
    #if !canImport(WASILibc)
      #if !canImport(WinSDK)
        pthread_mutex_destroy(mutex)
        for index in 0..<conditionCount { pthread_cond_destroy(conditions + index) }
      #endif
      mutex.deallocate()
      conditions.deallocate()
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
  /// - Precondition: called inside ``withLock(_:)``; `condition` is one of the monitor's.
  package func wait(for condition: Int = 0) {
    #if canImport(WinSDK)
      SleepConditionVariableSRW(conditions + condition, mutex, INFINITE, 0)
    #elseif !canImport(WASILibc)
      pthread_cond_wait(conditions + condition, mutex)
    #endif
  }

  /// Wakes one thread waiting for a condition, if there is one.
  package func wakeOne(_ condition: Int = 0) {
    #if canImport(WinSDK)
      WakeConditionVariable(conditions + condition)
    #elseif !canImport(WASILibc)
      pthread_cond_signal(conditions + condition)
    #endif
  }

  /// Wakes all threads waiting for a condition.
  package func wakeAll(_ condition: Int = 0) {
    #if canImport(WinSDK)
      WakeAllConditionVariable(conditions + condition)
    #elseif !canImport(WASILibc)
      pthread_cond_broadcast(conditions + condition)
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
