import Foundation
import MudraPlatform

/// A file or stream that is open for reading, of which the first bytes are known.
///
/// Used by one thread at a time: while a thread feeds a child, by that one only.
final class OpenedVideo: @unchecked Sendable {
  /// The name in messages.
  let name: String
  /// The first bytes; fewer if there are no more.
  private(set) var start: [UInt8] = []
  private(set) var descriptor: Int32
  /// Whether it lies on a disk, so that it can be read from any place.
  private(set) var isRegular: Bool
  private let isBorrowed: Bool
  private let bounds: ReadingBounds

  private static let startByteCount = FileFormat.byteCount
  private static let blockByteCount = 1 << 16
  /// The longest stream that is kept in a file, because its kind is read from the end.
  private static let keptByteLimit = Int64(4) << 30

  /// Opens a file, a pipe such as a shell's `<(…)`, or standard input for `-`, and waits for the first bytes.
  init(_ path: String, bounds: ReadingBounds) throws(VideoError) {
    isBorrowed = path == "-"
    name = isBorrowed ? "standard input" : path
    self.bounds = bounds
    // Without O_NONBLOCK, opening a named pipe would wait for a writer without end.
    descriptor =
      isBorrowed
      ? STDIN_FILENO : PathText.withSystemPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    isRegular = false
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Self.refused(name) }
    let kind = status.st_mode & S_IFMT
    isRegular = kind == S_IFREG
    guard isRegular || kind == S_IFIFO || isBorrowed else {
      throw VideoError(name, .unusable("is not a regular file"))
    }
    if isRegular {
      var bytes = [UInt8](repeating: 0, count: Self.startByteCount)
      let count = pread(descriptor, &bytes, bytes.count, isBorrowed ? lseek(descriptor, 0, SEEK_CUR) : 0)
      guard count >= 0 else { throw Self.refused(name) }
      start = Array(bytes.prefix(count))
    } else {
      while start.count < Self.startByteCount, let bytes = try nextBytes(atMost: Self.startByteCount - start.count) {
        start += bytes
      }
      if !isBorrowed { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    }
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  static func refused(_ name: String) -> VideoError {
    errno == ENOENT
      ? VideoError(name, .missing("no such file")) : VideoError(name, .unreadable(String(cString: strerror(errno))))
  }

  // MARK: Streams

  /// Whether FFmpeg reads a kind of file only where it can go back: MP4 and its relatives, by their first boxes; GIF.
  var needsSeeking: Bool {
    guard start.count >= 8 else { return false }
    if start.starts(with: Array("GIF8".utf8)) { return true }
    let boxes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]
    return boxes.contains(String(decoding: start[4..<8], as: UTF8.self))
  }

  /// Puts all of a stream into a file without a name, which goes when it is closed.
  func keepInFile() throws(VideoError) {
    let file = try Self.unnamedFile(for: name)
    do throws(VideoError) {
      try Self.write(start, to: file, name)
      var byteCount = Int64(start.count)
      while let bytes = try nextBytes(atMost: Self.blockByteCount) {
        byteCount += Int64(bytes.count)
        guard byteCount <= Self.keptByteLimit else {
          throw VideoError(name, .unusable("a stream of this kind is read up to 4 GiB; give it as a file"))
        }
        try Self.write(bytes, to: file, name)
      }
    } catch {
      close(file)
      throw error
    }
    if !isBorrowed { close(descriptor) }
    lseek(file, 0, SEEK_SET)
    descriptor = fcntl(file, F_DUPFD_CLOEXEC, 3)
    close(file)
    isRegular = true
  }

  /// A file without a name with some bytes.
  static func unnamedFile(with bytes: [UInt8], for name: String) throws(VideoError) -> Int32 {
    let file = try unnamedFile(for: name)
    do throws(VideoError) {
      try write(bytes, to: file, name)
    } catch {
      close(file)
      throw error
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func unnamedFile(for name: String) throws(VideoError) -> Int32 {
    let folder = FileManager.default.temporaryDirectory
    var template = Array(folder.appendingPathComponent(".mudra-XXXXXX").path.utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw VideoError(
        name, .unreadable("no temporary file can be made in \(folder.path): \(SystemFailure.last.reason)"))
    }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(VideoError) {
    do {
      try OpenFile(borrowing: file).write(bytes)
    } catch {
      throw VideoError(name, .unreadable("cannot be kept in a temporary file: \(error.reason)"))
    }
  }

  /// A pipe that gives all bytes of the stream, the first ones included, for a child.
  func childPipe() throws(VideoError) -> Int32 {
    let ends: PipeEnds
    do {
      ends = try PipeEnds()
    } catch {
      throw VideoError(name, .unreadable(FFmpeg.reason(error)))
    }
    let thread = SystemThread { [self] in
      // A child that has ended is no reason to end this program.
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &set, nil)
      let pipe = OpenFile(borrowing: ends.writing)
      do {
        try pipe.write(start)
        while let bytes = try nextBytes(atMost: Self.blockByteCount) { try pipe.write(bytes) }
      } catch {
        // The child tells what it misses.
      }
      close(ends.writing)
    }
    guard thread != nil else {
      close(ends.reading)
      close(ends.writing)
      throw VideoError(name, .unreadable("the system has no thread for it"))
    }
    return ends.reading
  }

  /// The next bytes of a stream; nil at its end.
  private func nextBytes(atMost limit: Int) throws(VideoError) -> [UInt8]? {
    let start = DispatchTime.now().uptimeNanoseconds
    while !bounds.stop.isRaised {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 100) > 0 {
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
          count = max(read(descriptor, buffer.baseAddress, limit), 0)
        }
        return bytes.isEmpty ? nil : bytes
      }
      guard (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000 < bounds.patience else {
        throw VideoError(name, .unreadable("gave nothing for \(bounds.patience) seconds"))
      }
    }
    return nil
  }
}
