/// The number of processors that this process may use.
package enum ProcessorCount {
  /// The processors that the calling thread may run on (its affinity mask, which the threads that it starts inherit),
  /// or the quota of a control group if that is less; at least 1. Looked up each time, since both can change.
  package static var available: Int {
    #if os(Linux) || os(Android)
      available(allowed: affinity(reading: text) ?? online, quota: quota)
    #else
      available(allowed: online, quota: nil)
    #endif
  }

  #if os(Linux) || os(Android)
    /// Not inlined: the compiler would make a copy of what it calls for each caller.
    private static var quota: Double? {
      @inline(never) get { ProcessorQuota.processors(reading: text) }
    }
  #endif

  /// The count for a number of processors and a quota in processors. A fraction of a processor counts as a whole one:
  /// with a half, a thread runs half of the time.
  package static func available(allowed: Int, quota: Double?) -> Int {
    guard let quota, quota < Double(allowed) else { return max(allowed, 1) }
    return max(Int(quota.rounded(.up)), 1)
  }

  /// The fast ones among the ``available`` processors: as many threads are not held up by a slow one.
  ///
  /// On Apple systems these are the cores of the first performance level (`hw.perflevel0.logicalcpu`). On Linux, those
  /// with at least half of the largest `cpu_capacity` that the device tree of an arm64 chip states; other machines
  /// state none.
  package static var fast: Int {
    #if canImport(Darwin)
      var (count, size) = (Int32(), MemoryLayout<Int32>.size)
      guard sysctlbyname("hw.perflevel0.logicalcpu", &count, &size, nil, 0) == 0, count > 0 else { return available }
      return min(Int(count), available)
    #elseif os(Linux) || os(Android)
      return fast(reading: text).map { available(allowed: $0, quota: quota) } ?? available
    #else
      return available
    #endif
  }

  /// The fast processors in Linux's affinity mask; nil if the mask or the capacity of one of them is not reported.
  package static func fast(reading read: (String) -> String?) -> Int? {
    guard let numbers = affineProcessors(reading: read) else { return nil }
    var capacities: [Int] = []
    for number in numbers {
      guard let line = read("/sys/devices/system/cpu/cpu\(number)/cpu_capacity")?.split(separator: "\n").first,
        let capacity = Int(line), capacity > 0
      else { return nil }
      capacities.append(capacity)
    }
    return capacities.max().map { largest in capacities.count(where: { $0 >= largest - $0 }) }
  }

  /// The number of processors in Linux's affinity mask of the calling thread; nil if the system does not report it.
  package static func affinity(reading read: (String) -> String?) -> Int? {
    affineProcessors(reading: read)?.count
  }

  /// The processors in Linux's affinity mask of the calling thread, by number; nil if the system does not report it.
  ///
  /// The mask is read as text, since Swift does not see `sched_getaffinity`, a GNU extension of the C library.
  ///
  /// Source: proc_pid_status(5). The line is `Cpus_allowed:`, followed by groups of hexadecimal digits separated by
  /// commas, the highest first.
  ///
  /// - Parameter read: returns the text of a file, or nil if there is none.
  private static func affineProcessors(reading read: (String) -> String?) -> [Int]? {
    let name = "Cpus_allowed:"
    guard let line = read("/proc/thread-self/status")?.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return nil }
    let digits = line.dropFirst(name.count).compactMap { $0.hexDigitValue }.reversed()
    let numbers = digits.enumerated().flatMap { place, digit in
      (0..<4).filter { digit >> $0 & 1 == 1 }.map { 4 * place + $0 }
    }
    return numbers.isEmpty ? nil : numbers
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

  /// The text of a small system file; nil if it cannot be read. A value, since the compiler copies functions for each
  /// closure that they are given.
  private static let text: @Sendable (_ path: String) -> String? = { path in
    guard let file = try? OpenFile(path, for: .reading) else { return nil }
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
    while bytes.count < 1 << 16, let count = try? file.read(into: &block), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
