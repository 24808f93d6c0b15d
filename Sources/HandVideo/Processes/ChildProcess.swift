import Dispatch
import Foundation

/// A program that runs as a child, without a shell, and ends with the value that started it.
///
/// One of its standard streams is a pipe of ours, standard error is kept up to a limit, the others are `/dev/null`. It
/// is in a process group of its own, so that a terminal's ^C reaches only this program, which then ends it.
final class ChildProcess {
  /// The stream that is a pipe.
  enum Pipe {
    case standardInput, standardOutput
  }

  /// How it ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What it said on standard error.
  private(set) var notes = ErrorNotes()
  private let process: pid_t
  private let pipe: Pipe
  /// Milliseconds that the child may take until it moves bytes, or ends.
  private let patience: Int
  private let stop: StopFlag
  /// Our ends; negative once closed.
  private var data: Int32
  private var errors: Int32
  private var end: End?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - arguments: its arguments, handed over as they are.
  ///   - pipe: which stream is ours.
  ///   - standardInput: what it reads, if that is no pipe of ours.
  ///   - patience: seconds that it may take until it moves bytes, or ends.
  ///   - stop: ends reads.
  ///   - holdsSignals: whether signals to this program wait for the frame in work.
  init(
    _ program: String, _ arguments: [String], pipe: Pipe, standardInput: Int32? = nil, patience: Int,
    stop: StopFlag = StopFlag(), holdsSignals: Bool = true
  ) throws(ChildFailure) {
    if holdsSignals { StopSignals.hold() }
    let (dataPipe, errorPipe) = (try PipeEnds(), try PipeEnds())
    do {
      process = try Spawning.start(
        program, arguments,
        standardInput: pipe == .standardInput ? dataPipe.reading : standardInput,
        standardOutput: pipe == .standardOutput ? dataPipe.writing : nil, standardError: errorPipe.writing)
    } catch {
      for descriptor in [dataPipe.reading, dataPipe.writing, errorPipe.reading, errorPipe.writing] { close(descriptor) }
      throw error
    }
    if holdsSignals { StopSignals.add(process) }
    self.pipe = pipe
    self.patience = patience * 1000
    self.stop = stop
    data = pipe == .standardInput ? dataPipe.writing : dataPipe.reading
    errors = errorPipe.reading
    close(pipe == .standardInput ? dataPipe.reading : dataPipe.writing)
    close(errorPipe.writing)
    for descriptor in [data, errors] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    closeData()
    _ = reap(afterMilliseconds: 0)
    if errors >= 0 { close(errors) }
  }

  // MARK: Moving bytes

  /// Reads what the child has written, up to the size of the buffer; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChildFailure) -> Int {
    while true {
      let count = Foundation.read(data, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EINTR else { throw .system(reason: String(cString: strerror(errno))) }
      try wait(for: Int16(POLLIN), stops: true)
    }
  }

  /// Writes all bytes to the child, even if a signal has come: a file is finished.
  func write(_ bytes: some ContiguousBytes) throws(ChildFailure) {
    let failure: ChildFailure? = bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      do throws(ChildFailure) {
        while !rest.isEmpty {
          let count = Foundation.write(data, rest.baseAddress, rest.count)
          if count >= 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            continue
          }
          guard errno == EAGAIN || errno == EINTR else { throw .system(reason: String(cString: strerror(errno))) }
          try wait(for: Int16(POLLOUT), stops: false)
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Waits until bytes can be moved, and takes what the child says on standard error.
  private func wait(for event: Int16, stops: Bool) throws(ChildFailure) {
    let start = DispatchTime.now().uptimeNanoseconds
    while true {
      if stops, stop.isRaised { throw .interrupted }
      let waited = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
      guard waited <= patience else { throw .stalled(seconds: patience / 1000) }
      var requests = [
        pollfd(fd: data, events: event, revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      // A signal that comes just before is seen soon.
      _ = poll(&requests, 2, Int32(min(patience - waited + 1, 100)))
      if requests[1].revents != 0 { takeNotes() }
      if requests[0].revents != 0 { return }
    }
  }

  private func takeNotes() {
    guard errors >= 0, !notes.take(from: errors) else { return }
    close(errors)
    errors = -1
  }

  private func closeData() {
    guard data >= 0 else { return }
    close(data)
    data = -1
  }

  // MARK: The end

  /// Closes the pipe, and waits for the end of the child, which is killed when it takes too long.
  func finish() -> End {
    closeData()
    return reap(afterMilliseconds: patience)
  }

  /// Waits so long for the child to end; then kills it.
  private func reap(afterMilliseconds limit: Int) -> End {
    if let end { return end }
    let start = DispatchTime.now().uptimeNanoseconds
    var status: Int32 = 0
    var result = waitpid(process, &status, WNOHANG)
    while result == 0, (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000 < limit {
      var request = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, errors < 0 ? 2 : 20)
      if request.revents != 0 { takeNotes() }
      result = waitpid(process, &status, WNOHANG)
    }
    if result == 0 {
      kill(process, SIGKILL)
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    StopSignals.remove(process)
    // What it said last.
    while errors >= 0, hasNotes() { takeNotes() }
    // wait(2): the signal in the low seven bits, the exit status in the next eight.
    let end = status & 0x7F == 0 ? End.exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    self.end = end
    return end
  }

  private func hasNotes() -> Bool {
    var request = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}
