/// How many processors this process may use.
package enum ProcessorCount {
  /// The processors that the system lets the calling thread run on (its affinity mask, which the threads that it starts
  /// inherit), or those that a control group's quota is worth if that is less; at least 1. Looked up each time, since
  /// both can change.
  package static var available: Int {
    #if os(Linux) || os(Android)
      available(allowed: affinity(reading: text) ?? online, quota: ProcessorQuota.processors(reading: text))
    #else
      available(allowed: online, quota: nil)
    #endif
  }

  /// The count for so many processors and a quota in processors. A quota of half a processor more counts as one more: a
  /// thread on it runs for half of the time.
  package static func available(allowed: Int, quota: Double?) -> Int {
    guard let quota, quota < Double(allowed) else { return max(allowed, 1) }
    return max(Int(quota.rounded(.up)), 1)
  }

  /// The processors in Linux's affinity mask of the calling thread; nil if the system does not tell.
  ///
  /// The mask is read as text, since Swift does not see `sched_getaffinity`, a GNU extension of the C library.
  ///
  /// Source: proc_pid_status(5). The line is `Cpus_allowed:`, then hexadecimal digits in groups with commas between
  /// them.
  ///
  /// - Parameter read: the text of a file, nil if there is none.
  package static func affinity(reading read: (String) -> String?) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = read("/proc/thread-self/status")?.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return nil }
    let count = line.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }

  /// The processors of the machine, or those that Windows lets the process run on.
  private static var online: Int {
    #if canImport(WinSDK)
      var (mask, all) = (ULONG_PTR(), ULONG_PTR())
      return GetProcessAffinityMask(GetCurrentProcess(), &mask, &all) ? mask.nonzeroBitCount : 1
    #elseif canImport(WASILibc)
      return 1
    #else
      return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    #endif
  }

  /// The text of a small file of the system; nil if it cannot be read.
  private static func text(_ path: String) -> String? {
    guard let file = try? OpenFile(path, for: .reading) else { return nil }
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
    while bytes.count < 1 << 16, let count = try? file.read(into: &block), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
