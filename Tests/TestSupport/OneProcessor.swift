import MudraPlatform

/// Restricts threads to one processor, as a busy machine does.
public enum OneProcessor {
  /// Whether threads can be restricted here: whether the calling one can be to the processors that it has.
  public static var canPin: Bool { restrict { $0 } }

  /// Restricts the calling thread, and those that it starts, to the first processor that it may run on; false if that
  /// is impossible.
  public static func pin() -> Bool {
    restrict { mask in
      guard let word = mask.firstIndex(where: { $0 != 0 }) else { return mask }
      var one = [UInt64](repeating: 0, count: mask.count)
      one[word] = mask[word] & (~mask[word] + 1)
      return one
    }
  }

  /// Restricts the calling thread to some of its processors; false if that is impossible.
  private static func restrict(to selected: ([UInt64]) -> [UInt64]) -> Bool {
    #if os(Linux)
      // Swift does not import this GNU extension of the C library.
      typealias Function = @convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32
      func function(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
      }
      guard let get = function("sched_getaffinity"), let set = function("sched_setaffinity") else { return false }
      var mask = [UInt64](repeating: 0, count: 128)
      guard get(0, 1024, &mask) >= 0 else { return false }
      var wanted = selected(mask)
      return set(0, 1024, &wanted) == 0
    #else
      return false
    #endif
  }
}
