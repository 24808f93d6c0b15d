import Foundation
import MudraPlatform

/// A pipe, whose ends no child inherits unasked.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init() throws(ChildFailure) {
    var ends: [Int32] = [-1, -1]
    // No child that another thread starts inherits the ends, which would keep them open.
    let status = Spawning.lock.withLock {
      let status = pipe(&ends)
      for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return status
    }
    guard status == 0 else { throw .system(reason: String(cString: strerror(errno))) }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// Starting programs. Foundation's `Process` makes a pair of sockets for each, and this program opens none.
enum Spawning {
  /// Held while a child is started, and while descriptors exist that it would inherit.
  static let lock = NSLock()

  #if os(tvOS) || os(watchOS)
    /// Starts no program: these systems have no function for it.
    static func start(
      _ program: String, _ arguments: [String], standardInput: Int32?, standardOutput: Int32?, standardError: Int32
    ) throws(ChildFailure) -> pid_t {
      throw .system(reason: "this system starts no programs")
    }
  #else
    #if os(macOS) || os(iOS) || os(visionOS)
      private typealias Actions = posix_spawn_file_actions_t?
      private typealias Attributes = posix_spawnattr_t?
    #else
      private typealias Actions = posix_spawn_file_actions_t
      private typealias Attributes = posix_spawnattr_t
    #endif

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32

    /// `posix_spawn_file_actions_addclosefrom_np` of glibc 2.34 and later; nil elsewhere.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
      unsafeBitCast($0, to: CloseFrom.self)
    }

    /// Starts a program with the given descriptors as its standard streams; nil for `/dev/null`.
    static func start(
      _ program: String, _ arguments: [String], standardInput: Int32?, standardOutput: Int32?, standardError: Int32
    ) throws(ChildFailure) -> pid_t {
      #if os(macOS) || os(iOS) || os(visionOS)
        var (actions, attributes): (Actions, Attributes) = (nil, nil)
      #else
        var (actions, attributes) = (Actions(), Attributes())
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      for (target, source) in [(STDIN_FILENO, standardInput), (STDOUT_FILENO, standardOutput)] {
        if let source {
          posix_spawn_file_actions_adddup2(&actions, source, target)
        } else {
          posix_spawn_file_actions_addopen(
            &actions, target, "/dev/null", target == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
        }
      }
      posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
      // A child that kept an app's pipe or socket open would keep whoever waits for its end waiting.
      _ = Self.closeFrom?(&actions, STDERR_FILENO + 1)

      // The child takes signals as any program does, whatever this one ignores.
      var usual = sigset_t()
      sigemptyset(&usual)
      for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGALRM] { sigaddset(&usual, number) }
      posix_spawnattr_setsigdefault(&attributes, &usual)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

      let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
      var words = ([program] + arguments).map { PathText.withSystemPath($0) { strdup($0) } } + [nil]
      var environment = variables.map { strdup($0) } + [nil]
      defer { (words + environment).forEach { free($0) } }
      var process = pid_t()
      let failure = lock.withLock { posix_spawn(&process, program, &actions, &attributes, &words, &environment) }
      guard failure == 0 else { throw .system(reason: String(cString: strerror(failure))) }
      return process
    }
  #endif
}
