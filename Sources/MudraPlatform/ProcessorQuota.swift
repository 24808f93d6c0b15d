/// The processor quota of Linux control groups, as used by containers.
///
/// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst, cgroups(7).
package enum ProcessorQuota {
  private static let mount = "/sys/fs/cgroup"

  /// The lowest quota, in processors, of this process's group and its ancestors; nil if there is no limit.
  ///
  /// - Parameter read: returns the text of a file, or nil if there is none.
  package static func processors(reading read: (String) -> String?) -> Double? {
    guard let groups = read("/proc/self/cgroup") else { return nil }
    var least: Double?
    func limit(to processors: Double?) {
      if let processors { least = min(least ?? processors, processors) }
    }
    // A line is "hierarchy:controllers:path".
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      if fields[0] == "0", controllers.isEmpty {
        for folder in folders(of: fields[2], in: mount) { limit(to: unified(read("\(folder)/cpu.max"))) }
      } else if controllers.contains("cpu") {
        for root in ["\(mount)/cpu", "\(mount)/\(fields[1])"] {
          for folder in folders(of: fields[2], in: root) {
            limit(to: ratio(read("\(folder)/cpu.cfs_quota_us"), read("\(folder)/cpu.cfs_period_us")))
          }
        }
      }
    }
    return least
  }

  /// The folders of a group and of all its ancestors. In a container, the path may be that of the host, whose last
  /// folders do not exist; then the root is the container's group.
  private static func folders(of path: Substring, in root: String) -> [String] {
    path.split(separator: "/").reduce(into: [root]) { folders, name in
      folders.append("\(folders[folders.count - 1])/\(name)")
    }
  }

  /// Version 2's "quota period" in microseconds, or "max period".
  private static func unified(_ text: String?) -> Double? {
    let words = text?.split(whereSeparator: { $0.isWhitespace }) ?? []
    return words.count == 2 ? ratio(String(words[0]), String(words[1])) : nil
  }

  /// Nil if there is no quota, which version 1 writes as -1.
  private static func ratio(_ quota: String?, _ period: String?) -> Double? {
    guard let quota = number(quota), let period = number(period), quota > 0, period > 0 else { return nil }
    return Double(quota) / Double(period)
  }

  private static func number(_ text: String?) -> Int? {
    text?.split(whereSeparator: { $0.isWhitespace }).first.flatMap { Int($0) }
  }
}
