/// An open file, closed when the last reference goes away. Calls interrupted by a signal are retried.
package final class OpenFile {
  /// The purpose of opening a file.
  package enum Use: Sendable {
    /// Reading a regular file; anything else might never end.
    case reading
    /// Writing to an existing file, perhaps a device or pipe.
    case writing
    /// Writing a file from the start, whether or not it exists.
    case overwriting
    /// Writing to a file that keeps what it holds, and is created if it does not exist.
    case updating
    /// Writing a file that must not exist yet.
    case creating
  }

  /// Negative once the file has been closed.
  private var descriptor: Int32
  private let isBorrowed: Bool

  /// Opens a file.
  ///
  /// - Throws: ``SystemFailure`` if the system refuses, or if a folder, pipe or device is opened for reading.
  package init(_ path: String, for use: Use) throws(SystemFailure) {
    guard !path.utf8.contains(0) else { throw SystemFailure(reason: "the path holds a NUL character") }
    descriptor = FaultInjection.refuses(.open) ? -1 : openDescriptor(path, use)
    isBorrowed = false
    guard descriptor >= 0 else { throw .last }
    guard use == .reading else { return }
    switch fileKind(of: try status()) {
    case .regular: break
    case .folder: throw SystemFailure(reason: "it is a folder")
    case .other: throw SystemFailure(reason: "it is not a regular file")
    }
  }

  /// An already open file, such as standard input, which stays open.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isBorrowed = true
  }

  deinit { _ = closeOnce() }

  /// Closes the file. Until then, the system may buffer what was written, and not report that writing it failed.
  ///
  /// - Throws: ``SystemFailure`` if that fails.
  package func close() throws(SystemFailure) {
    let isRefused = FaultInjection.refuses(.close)
    guard closeOnce(), !isRefused else { throw .last }
  }

  private func closeOnce() -> Bool {
    guard descriptor >= 0, !isBorrowed else { return true }
    defer { descriptor = -1 }
    return closeDescriptor(descriptor) == 0
  }

  /// The current size of the file in bytes.
  ///
  /// - Throws: ``SystemFailure`` if the system does not report it.
  package func byteCount() throws(SystemFailure) -> Int { Int(try status().st_size) }

  /// True for files on a disk, false for pipes and devices, where what has been written cannot be undone.
  package var isRegular: Bool { (try? status()).map { fileKind(of: $0) == .regular } ?? false }

  /// Reads up to the size of the buffer; returns the number of bytes read, 0 at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    let count = retrying(.read) { readBytes(descriptor, buffer) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads up to the size of the array; returns the number of bytes read, 0 at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func read(into bytes: inout [UInt8]) throws(SystemFailure) -> Int {
    let count = bytes.withUnsafeMutableBytes { buffer in retrying(.read) { readBytes(descriptor, buffer) } }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads until the buffer is full or the file ends; returns the number of bytes read.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The next bytes, fewer at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func bytes(upTo count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemFailure) {
        filled = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The first bytes of a regular file, which the system reads when they are used. If the file is cut off while they
  /// are mapped, reading what is gone ends the process.
  ///
  /// - Throws: ``SystemFailure`` if the system refuses. Windows and WebAssembly always do.
  package func mapped(byteCount: Int) throws(SystemFailure) -> MappedFile {
    try MappedFile(descriptor, byteCount: byteCount)
  }

  /// Goes past bytes, which are not read in a regular file; returns how many there were, fewer at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func skip(_ count: Int) throws(SystemFailure) -> Int {
    let place = seekDescriptor(descriptor, 0, SEEK_CUR)
    if isRegular, place >= 0 {
      let skipped = max(min(count, try byteCount() - place), 0)
      guard seekDescriptor(descriptor, skipped, SEEK_CUR) >= 0 else { throw .last }
      return skipped
    }
    var skipped = 0
    while skipped < count {
      let found = try bytes(upTo: min(count - skipped, 1 << 16)).count
      if found == 0 { break }
      skipped += found
    }
    return skipped
  }

  /// The first bytes of a regular file, fewer if it is shorter; nil if it cannot be read.
  package static func start(of path: String, byteCount: Int) -> [UInt8]? {
    try? OpenFile(path, for: .reading).bytes(upTo: byteCount)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``SystemFailure`` if writing fails; then some of them may have been written.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    let isWhole = bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = retrying(.write) { writeBytes(descriptor, rest) }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
    guard isWhole else { throw .last }
  }

  /// Truncates a regular file to `byteCount` bytes and continues writing there.
  package func truncate(toByteCount byteCount: Int) {
    #if canImport(WinSDK)
      _ = _chsize_s(descriptor, Int64(byteCount))
    #else
      ftruncate(descriptor, off_t(byteCount))
    #endif
    _ = seekDescriptor(descriptor, byteCount, SEEK_SET)
  }

  #if !canImport(WinSDK) && !canImport(WASILibc)
    /// Locks the file for this program until it is closed; false if another program, or another opening of it, has
    /// locked it.
    package func lock() -> Bool {
      // Where a file system has no locks, all may write, as before there were any.
      flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
  #endif

  private func status() throws(SystemFailure) -> FileStatus {
    guard !FaultInjection.refuses(.status) else { throw .last }
    var status = FileStatus()
    #if canImport(WinSDK)
      guard _fstat64(descriptor, &status) == 0 else { throw .last }
    #else
      guard fstat(descriptor, &status) == 0 else { throw .last }
    #endif
    return status
  }

  private func retrying(_ kind: FaultInjection.Call, _ call: () -> Int) -> Int {
    while true {
      let result = FaultInjection.refuses(kind) ? -1 : call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// MARK: System calls with the same names as the methods above

/// What a path or descriptor leads to.
package enum FileKind: Sendable { case regular, folder, other }

#if canImport(WinSDK)
  package typealias FileStatus = _stat64

  private func openDescriptor(_ path: String, _ use: OpenFile.Use) -> Int32 {
    let flags =
      switch use {
      case .reading: _O_RDONLY
      case .writing: _O_WRONLY
      case .overwriting: _O_WRONLY | _O_CREAT | _O_TRUNC
      case .updating: _O_WRONLY | _O_CREAT
      case .creating: _O_WRONLY | _O_CREAT | _O_EXCL
      }
    var descriptor: Int32 = -1
    _ = _sopen_s(&descriptor, path, flags | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, _S_IREAD | _S_IWRITE)
    return descriptor
  }

  private func closeDescriptor(_ descriptor: Int32) -> Int32 { _close(descriptor) }

  private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    Int(_read(descriptor, buffer.baseAddress, UInt32(clamping: min(buffer.count, Int(Int32.max)))))
  }

  private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    Int(_write(descriptor, buffer.baseAddress, UInt32(clamping: min(buffer.count, Int(Int32.max)))))
  }

  private func seekDescriptor(_ descriptor: Int32, _ offset: Int, _ origin: Int32) -> Int {
    Int(_lseeki64(descriptor, Int64(offset), origin))
  }

  func fileKind(of status: FileStatus) -> FileKind {
    switch Int32(status.st_mode) & _S_IFMT {
    case _S_IFREG: .regular
    case _S_IFDIR: .folder
    default: .other
    }
  }
#else
  package typealias FileStatus = stat

  private func openDescriptor(_ path: String, _ use: OpenFile.Use) -> Int32 {
    PathText.withSystemPath(path) { path in
      switch use {
      // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
      case .reading: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      case .writing: open(path, O_WRONLY | O_CLOEXEC)
      case .overwriting: open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      case .updating: open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
      case .creating: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
    }
  }

  private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
  }

  private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
  }

  private func seekDescriptor(_ descriptor: Int32, _ offset: Int, _ origin: Int32) -> Int {
    Int(lseek(descriptor, off_t(offset), origin))
  }

  func fileKind(of status: FileStatus) -> FileKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    default: .other
    }
  }
#endif
