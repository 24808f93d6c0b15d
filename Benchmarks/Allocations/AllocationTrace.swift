import Foundation
import MudraPlatform

/// Counts allocations with glibc's `mtrace`, which writes a line for each one on any thread.
///
/// It only works in a process in which `libc_malloc_debug` was loaded before everything else.
struct AllocationTrace {
  /// The number of allocations, including reallocations, and the requested bytes.
  struct Count {
    var allocations = 0
    var bytes = 0
  }

  /// The library with glibc's tracing, for `LD_PRELOAD`.
  static let library = "libc_malloc_debug.so.0"

  private typealias Function = @convention(c) () -> Void
  private let begin: Function
  private let end: Function

  /// Nil in a process that cannot count.
  init?() {
    guard let preloaded = getenv("LD_PRELOAD"), String(cString: preloaded).contains(Self.library),
      let begin = Self.symbol("mtrace"), let end = Self.symbol("muntrace")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: Function.self)
    self.end = unsafeBitCast(end, to: Function.self)
  }

  /// A function of the library. It is looked up by version, the first one for the processor: without one, libc's
  /// function of the same name would be found, which does nothing.
  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    typealias VersionedLookup =
      @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    // The C headers show `dlvsym` to GNU programs only.
    guard let library = dlopen(library, RTLD_NOW), let lookup = dlsym(library, "dlvsym") else { return nil }
    let versionedLookup = unsafeBitCast(lookup, to: VersionedLookup.self)
    return versionedLookup(library, name, "GLIBC_2.2.5") ?? versionedLookup(library, name, "GLIBC_2.17")
  }

  /// The allocations of `body`.
  func count(_ body: () throws -> Void) throws -> Count {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-allocations-\(getpid())")
    defer { try? FileManager.default.removeItem(at: file) }
    setenv("MALLOC_TRACE", file.path, 1)
    begin()
    let result = Result { try body() }
    end()
    try result.get()
    var count = Count()
    // "@ place + address size" for an allocation, ">" instead of "+" for the new place of a reallocation.
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3, words[0] == "@", let size = words.last,
        ["+", ">"].contains(words[words.count - 3])
      else { continue }
      count.allocations += 1
      count.bytes += Int(size.dropFirst(2), radix: 16) ?? 0
    }
    return count
  }
}
