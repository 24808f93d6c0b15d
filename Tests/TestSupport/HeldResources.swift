#if os(Linux)
  import Foundation

  /// What this process holds of the system that must be given back.
  ///
  /// Source: proc(5).
  package struct HeldResources: Equatable, Sendable {
    /// Open files, sockets and the like.
    package let descriptorCount: Int
    /// Threads, sleeping ones included.
    package let threadCount: Int
    /// Bytes of executable pages that belong to no file.
    package let codeByteCount: Int
    /// Bytes of all pages that belong to no file and can be read: memory, whoever took it.
    package let memoryByteCount: Int

    /// What it holds now.
    package static func now() throws -> HeldResources {
      let files = FileManager.default
      var (code, memory) = (0, 0)
      // A line is "from-to rights offset device inode path".
      for line in try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n") {
        let fields = line.split(separator: " ", omittingEmptySubsequences: true)
        let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
        guard ends.count == 2, fields.count == 5 || fields.last == "[heap]" else { continue }
        if fields[1].contains("x") { code += ends[1] - ends[0] }
        if fields[1].contains("r") { memory += ends[1] - ends[0] }
      }
      return HeldResources(
        descriptorCount: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
        threadCount: try files.contentsOfDirectory(atPath: "/proc/self/task").count, codeByteCount: code,
        memoryByteCount: memory)
    }

    /// The same once a thread that has been joined is gone from the list, which may be a moment later.
    package static func now(threadCount: Int) throws -> HeldResources {
      for _ in 0..<1000 {
        let held = try now()
        if held.threadCount <= threadCount { return held }
        usleep(1000)
      }
      return try now()
    }
  }
#endif
