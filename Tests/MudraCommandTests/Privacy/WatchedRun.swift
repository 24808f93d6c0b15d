#if canImport(Glibc) && arch(x86_64)
  import Foundation
  import TestSupport

  /// A program that is killed for the first system call it should not make, and whose home, temporary and working
  /// folder is an empty one.
  struct WatchedRun {
    /// How it ended, and what it wrote.
    let run: CommandRun
    /// What was in its folder afterward: paths from there, sorted.
    let files: [String]

    /// Runs a program to its end.
    static func program(
      _ path: String, _ arguments: [String], forbidding rules: [SystemCallFilter.Rule]
    ) async throws -> WatchedRun {
      let (folder, outputs) = (try TemporaryFolder(), try TemporaryFolder())
      let names = [outputs.path("output"), outputs.path("errors")]
      let status = try await withCheckedThrowingContinuation { continuation in
        // The thread's last work: the filter stays on it. Foundation's `Process` would start a program on it too, but
        // makes a pair of sockets before.
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try start([path] + arguments, in: folder.url.path, writingTo: names, SystemCallFilter(rules, .kill))
            })
        }
      }
      let texts = try names.map { try String(contentsOfFile: $0, encoding: .utf8) }
      return WatchedRun(
        run: CommandRun(status: status, output: texts[0], errors: texts[1]),
        files: try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted())
    }

    /// Starts a program with a filter and waits for it: its exit status, or minus the number of a signal.
    private static func start(
      _ command: [String], in folder: String, writingTo outputs: [String], _ filter: SystemCallFilter
    ) throws -> Int32 {
      let descriptors = outputs.map { open($0, O_WRONLY | O_CREAT, 0o600) }
      defer { descriptors.forEach { close($0) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, descriptors[0], 1)
      posix_spawn_file_actions_adddup2(&actions, descriptors[1], 2)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let variables = ["PATH=\(path)", "HOME=\(folder)", "TMPDIR=\(folder)"]
      // `env` changes the working folder, which only a process can do for itself.
      let chain = ["/usr/bin/env", "-C", folder] + command
      var (arguments, environment) = (chain.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
      defer { (arguments + environment).forEach { free($0) } }
      try filter.install()
      var process = pid_t()
      let failure = posix_spawn(&process, chain[0], &actions, nil, &arguments, &environment)
      guard failure == 0 else { throw CommandRun.Failure(description: "\(command[0]): \(failure)") }
      var status: Int32 = 0
      guard waitpid(process, &status, 0) == process else { throw CommandRun.Failure(description: "lost \(command[0])") }
      // wait(2): the signal in the low seven bits, the exit status in the next eight.
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
  }
#endif
