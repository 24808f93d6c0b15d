#if canImport(Darwin)
  import Synchronization

  /// A number that threads change without tearing it, as Synchronization's on other systems.
  ///
  /// It is Synchronization's where the system has that, and behind a lock on macOS 13 and 14, iOS 16 and 17. Every
  /// access is sequentially consistent, whatever weaker order the caller would do with.
  package struct Atomic<Value: AtomicNumber>: Sendable {
    private let word: any AtomicWord

    /// A number with its first value.
    package init(_ value: Value) {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        word = SystemWord(value.bits)
      } else {
        word = LockedWord(value.bits)
      }
    }

    /// The current value.
    package func load(ordering: AtomicOrdering) -> Value { Value(bits: word.load()) }

    /// Replaces the value.
    package func store(_ value: Value, ordering: AtomicOrdering) { _ = word.exchange(value.bits) }

    /// Replaces the value, and returns what it was.
    package func exchange(_ value: Value, ordering: AtomicOrdering) -> Value {
      Value(bits: word.exchange(value.bits))
    }

    /// Replaces the value if it is the expected one, and returns what it was.
    package func compareExchange(
      expected: Value, desired: Value, ordering: AtomicOrdering
    ) -> (exchanged: Bool, original: Value) {
      let (isExchanged, original) = word.compareExchange(expected: expected.bits, desired: desired.bits)
      return (isExchanged, Value(bits: original))
    }
  }

  extension Atomic where Value: FixedWidthInteger {
    /// Adds a number; the sum wraps around.
    @discardableResult
    package func wrappingAdd(_ number: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
      let old = Value(bits: word.add(number.bits))
      return (old, old &+ number)
    }

    /// Adds a number; a sum that does not fit is a programming error.
    @discardableResult
    package func add(_ number: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
      let old = Value(bits: word.add(number.bits))
      return (old, old + number)
    }

    /// Subtracts a number; a difference that does not fit is a programming error.
    @discardableResult
    package func subtract(_ number: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
      let old = Value(bits: word.add((0 &- number).bits))
      return (old, old - number)
    }
  }

  extension Atomic where Value: Comparable {
    /// Replaces the value by a number that is larger.
    package func max(_ number: Value, ordering: AtomicOrdering) {
      var old = load(ordering: ordering)
      while number > old {
        let (isExchanged, original) = compareExchange(expected: old, desired: number, ordering: ordering)
        if isExchanged { return }
        old = original
      }
    }
  }

  /// The names of Synchronization's orders.
  package enum AtomicOrdering: Sendable {
    /// No order with other accesses.
    case relaxed
    /// Later accesses stay behind it.
    case acquiring
    /// Earlier accesses stay before it.
    case releasing
    /// Both.
    case acquiringAndReleasing
    /// Both, and all threads see such accesses in one order.
    case sequentiallyConsistent
  }

  /// What an ``Atomic`` can hold: the bits of a word.
  package protocol AtomicNumber: Sendable {
    /// The value as a word.
    var bits: UInt64 { get }
    /// The value of a word.
    init(bits: UInt64)
  }

  extension Int: AtomicNumber {
    package var bits: UInt64 { UInt64(bitPattern: Int64(self)) }
    package init(bits: UInt64) { self = Int(truncatingIfNeeded: bits) }
  }

  extension UInt: AtomicNumber {
    // As of a signed number, so that sums of fewer than 64 bits wrap around.
    package var bits: UInt64 { Int(bitPattern: self).bits }
    package init(bits: UInt64) { self = UInt(truncatingIfNeeded: bits) }
  }

  extension Int32: AtomicNumber {
    package var bits: UInt64 { UInt64(bitPattern: Int64(self)) }
    package init(bits: UInt64) { self = Int32(truncatingIfNeeded: bits) }
  }

  extension UInt64: AtomicNumber {
    package var bits: UInt64 { self }
    package init(bits: UInt64) { self = bits }
  }

  extension Bool: AtomicNumber {
    package var bits: UInt64 { self ? 1 : 0 }
    package init(bits: UInt64) { self = bits != 0 }
  }

  /// A word that threads share.
  private protocol AtomicWord: AnyObject, Sendable {
    func load() -> UInt64
    func exchange(_ bits: UInt64) -> UInt64
    func compareExchange(expected: UInt64, desired: UInt64) -> (Bool, UInt64)
    /// Returns the word before.
    func add(_ bits: UInt64) -> UInt64
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class SystemWord: AtomicWord {
    private let word: Synchronization.Atomic<UInt64>

    init(_ bits: UInt64) { word = Synchronization.Atomic(bits) }

    func load() -> UInt64 { word.load(ordering: .sequentiallyConsistent) }
    func exchange(_ bits: UInt64) -> UInt64 { word.exchange(bits, ordering: .sequentiallyConsistent) }
    func compareExchange(expected: UInt64, desired: UInt64) -> (Bool, UInt64) {
      let result = word.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
      return (result.exchanged, result.original)
    }
    func add(_ bits: UInt64) -> UInt64 { word.wrappingAdd(bits, ordering: .sequentiallyConsistent).oldValue }
  }

  private final class LockedWord: AtomicWord, @unchecked Sendable {
    private let lock = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)
    private var word: UInt64

    init(_ bits: UInt64) {
      word = bits
      lock.initialize(to: os_unfair_lock_s())
    }

    deinit { lock.deallocate() }

    func load() -> UInt64 { withLock { word } }
    func exchange(_ bits: UInt64) -> UInt64 {
      withLock {
        defer { word = bits }
        return word
      }
    }
    func compareExchange(expected: UInt64, desired: UInt64) -> (Bool, UInt64) {
      withLock {
        let original = word
        if original == expected { word = desired }
        return (original == expected, original)
      }
    }
    func add(_ bits: UInt64) -> UInt64 {
      withLock {
        defer { word &+= bits }
        return word
      }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
      return body()
    }
  }
#endif
