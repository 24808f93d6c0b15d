import Foundation
import MudraPlatform
import TestSupport

/// One run of the built program `mudra`: what it wrote, and how it ended.
struct CommandRun {
  /// Why the program could not be run at all.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The exit status; minus the number of the signal for a program ended by a signal.
  let status: Int32
  /// Everything on standard output.
  let output: String
  /// Everything on standard error.
  let errors: String

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - environment: variables in addition to this process's; `MUDRA_KERNELS` is removed unless it is given.
  ///   - standardInput: the path of what the program reads; by default nothing.
  ///   - standardOutput: the path of what the program writes to; by default ``output``.
  ///   - limits: what a shell does before the program runs, such as `ulimit`.
  static func mudra(
    _ arguments: [String], environment: [String: String] = [:], standardInput: String? = nil,
    standardOutput: String? = nil, limits: String? = nil
  ) async throws -> CommandRun {
    let folder = try TemporaryFolder()
    // Files instead of pipes, which could fill up while nothing reads them.
    let outputs = try ["output", "errors"].map { name in
      let path = folder.path(name)
      guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
      else { throw Failure(description: "cannot write \(path)") }
      return (path: path, handle: handle)
    }
    let process = Process()
    if let limits {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(limits); exec \"$0\" \"$@\"", try program().path] + arguments
    } else {
      process.executableURL = try program()
      process.arguments = arguments
    }
    var variables = ProcessInfo.processInfo.environment
    variables["MUDRA_KERNELS"] = nil
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = standardInput.flatMap(FileHandle.init(forReadingAtPath:)) ?? FileHandle.nullDevice
    process.standardOutput = standardOutput.flatMap(FileHandle.init(forWritingAtPath:)) ?? outputs[0].handle
    process.standardError = outputs[1].handle
    await ProcessGate.shared.enter()
    defer { Task { await ProcessGate.shared.leave() } }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.runWithSignals()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let texts = try outputs.map { try String(contentsOfFile: $0.path, encoding: .utf8) }
    let isExit = process.terminationReason == .exit
    return CommandRun(
      status: isExit ? process.terminationStatus : -process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// The built command.
  static func program() throws -> URL { try BuiltProgram("mudra").url }

  // MARK: Reading

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The lines of standard error, without the rate that a video has once a second: how many there are depends on the
  /// machine.
  var errorLines: [String] {
    errors.split(separator: "\n").map(String.init).filter { line in
      line.wholeMatch(of: /\[[0-9]+(\/[0-9]+)?\] [0-9.]+ frames\/s/) == nil
    }
  }

  /// The output as one JSON object.
  func object() throws -> [String: Any] {
    try Self.object(output)
  }

  /// A text as a JSON object.
  static func object(_ text: String) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      throw Failure(description: "not a JSON object: \(text.prefix(200))")
    }
    return object
  }

  /// The keys of a JSON text in order of first appearance.
  static func keys(_ text: String) -> [String] {
    var keys: [String] = []
    for match in text.matches(of: /"([A-Za-z0-9_]+)":/) where !keys.contains(String(match.1)) {
      keys.append(String(match.1))
    }
    return keys
  }
}

extension Process {
  private static let spawning = Mutex<Void>(())

  /// Runs the program with no signal blocked, as threads of pools block all of them, and none ignored, as by `nohup`:
  /// programs inherit both.
  func runWithSignals() throws {
    try Self.spawning.withLock { _ in
      var (none, before) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      let handlers = [SIGINT, SIGTERM, SIGHUP].map { number in (number: number, handler: signal(number, SIG_DFL)) }
      defer {
        for (number, handler) in handlers { signal(number, handler) }
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
      try run()
    }
  }
}
