import Foundation

/// The system resources that this process holds.
struct ProcessResources {
  /// Bytes of resident memory.
  let residentByteCount: Int
  /// Open files, sockets and the like.
  let descriptorCount: Int
  /// Threads, sleeping ones included.
  let threadCount: Int

  /// The current resources; nil if there is no `/proc`.
  ///
  /// Source: proc(5). `smaps_rollup` counts pages; the figures in `status` and `statm` are only updated from time to
  /// time.
  static func now() -> ProcessResources? {
    guard let memory = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8),
      let line = memory.split(separator: "\n").first(where: { $0.hasPrefix("Rss:") }),
      let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }),
      let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"),
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    else { return nil }
    return ProcessResources(
      residentByteCount: kibibytes << 10, descriptorCount: descriptors.count, threadCount: threads.count)
  }

  /// The figures, for a line of text.
  var text: String {
    String(
      format: "%.2f MB, %d descriptors, %d threads", Double(residentByteCount) / 1e6, descriptorCount, threadCount)
  }
}

extension ProcessResources {
  /// The least of each figure; nil without any.
  init?(leastOf all: [ProcessResources]) {
    guard let bytes = all.map(\.residentByteCount).min(), let descriptors = all.map(\.descriptorCount).min(),
      let threads = all.map(\.threadCount).min()
    else { return nil }
    self.init(residentByteCount: bytes, descriptorCount: descriptors, threadCount: threads)
  }
}
