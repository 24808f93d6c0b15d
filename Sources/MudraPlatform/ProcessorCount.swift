/// The number of processors that this process may use.
package enum ProcessorCount {
  /// The processors that the calling thread may run on (its affinity mask, which the threads that it starts inherit),
  /// or the quota of a control group if that is less; at least 1. Looked up each time, since both can change.
  package static var available: Int {
    #if os(Linux) || os(Android)
      available(allowed: affinity(reading: text) ?? online, quota: ProcessorQuota.processors(reading: text))
    #else
      available(allowed: online, quota: nil)
    #endif
  }

  /// The count for a number of processors and a quota in processors. A fraction of a processor counts as a whole one:
  /// with a half, a thread runs half of the time.
  package static func available(allowed: Int, quota: Double?) -> Int {
    guard let quota, quota < Double(allowed) else { return max(allowed, 1) }
    return max(Int(quota.rounded(.up)), 1)
  }

  /// The processors in Linux's affinity mask of the calling thread; nil if the system does not report it.
  ///
  /// The mask is read as text, since Swift does not see `sched_getaffinity`, a GNU extension of the C library.
  ///
  /// Source: proc_pid_status(5). The line is `Cpus_allowed:`, followed by groups of hexadecimal digits separated by
  /// commas.
  ///
  /// - Parameter read: returns the text of a file, or nil if there is none.
  package static func affinity(reading read: (String) -> String?) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = read("/proc/thread-self/status")?.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return nil }
    let count = line.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }

  /// The processors of the machine, or, on Windows, those that the process may run on.
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

  /// The text of a small system file; nil if it cannot be read.
  private static func text(_ path: String) -> String? {
    guard let file = try? OpenFile(path, for: .reading) else { return nil }
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
    while bytes.count < 1 << 16, let count = try? file.read(into: &block), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
