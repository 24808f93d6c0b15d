// `Atomic` and `Mutex` for all modules that import this one. Apple's systems have Synchronization's from macOS 15 and
// iOS 18 on: there Apple/Atomic.swift and Apple/Mutex.swift take their places, with the part of their interface that
// this package uses.
#if !canImport(Darwin)
  @_exported import Synchronization
#endif
