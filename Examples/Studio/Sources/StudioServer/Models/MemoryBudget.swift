import Foundation
import NIOConcurrencyHelpers

/// The memory that the models, uploads and tasks of all sockets may take together.
final class MemoryBudget: Sendable {
  /// A part of the memory, taken until its last reference goes. It belongs behind what takes the memory, to go last.
  final class Share: Sendable {
    private let budget: MemoryBudget
    private let byteCount: Int

    fileprivate init(_ budget: MemoryBudget, _ byteCount: Int) {
      self.budget = budget
      self.byteCount = byteCount
    }

    deinit { budget.giveBack(byteCount) }
  }

  private let limit: Int
  private let taken = NIOLockedValueBox(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes memory.
  ///
  /// - Throws: `StudioError` if there is not so much left.
  func take(_ byteCount: Int) throws(StudioError) -> Share {
    let hasPlace = taken.withLockedValue { taken in
      guard byteCount <= limit - taken else { return false }
      taken += byteCount
      return true
    }
    guard hasPlace else {
      throw StudioError(
        .limit, "no memory is left for \(byteCount) bytes: all sockets together may take \(limit); try again later")
    }
    return Share(self, byteCount)
  }

  /// glibc's `malloc_trim`, which no module of Swift declares; nil on other systems.
  private static let trim = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }

  private func giveBack(_ byteCount: Int) {
    taken.withLockedValue { $0 -= byteCount }
    // The allocator would keep what a model had for the next one.
    if byteCount >= 1 << 20 { _ = Self.trim?(0) }
  }
}
