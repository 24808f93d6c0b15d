/// An open file, closed with the last reference to it. Calls that a signal interrupts are made again.
package final class OpenFile {
  /// What a file is opened for.
  package enum Use: Sendable {
    /// Reading a regular file; nobody knows of anything else whether it comes to an end.
    case reading
    /// Writing to what is there already, a device or pipe perhaps.
    case writing
    /// Writing a file anew, whether or not it is there.
    case overwriting
    /// Writing a file that must not be there yet.
    case creating
  }

  /// Negative when the file has been closed.
  private var descriptor: Int32
  private let isBorrowed: Bool

  /// Opens a file.
  ///
  /// - Throws: ``SystemFailure`` if the system refuses, and for folders, pipes and devices that are to be read.
  package init(_ path: String, for use: Use) throws(SystemFailure) {
    guard !path.utf8.contains(0) else { throw SystemFailure(reason: "the path holds a NUL character") }
    descriptor = openDescriptor(path, use)
    isBorrowed = false
    guard descriptor >= 0 else { throw .last }
    guard use == .reading else { return }
    switch fileKind(of: try status()) {
    case .regular: break
    case .folder: throw SystemFailure(reason: "it is a folder")
    case .other: throw SystemFailure(reason: "it is not a regular file")
    }
  }

  /// A file that is open already, such as standard input, and stays open.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isBorrowed = true
  }

  deinit { _ = closeOnce() }

  /// Closes the file. Until then the system may keep back what was written, and its failure.
  ///
  /// - Throws: ``SystemFailure`` if that fails.
  package func close() throws(SystemFailure) {
    guard closeOnce() else { throw .last }
  }

  private func closeOnce() -> Bool {
    guard descriptor >= 0, !isBorrowed else { return true }
    defer { descriptor = -1 }
    return closeDescriptor(descriptor) == 0
  }

  /// Bytes of the file now.
  ///
  /// - Throws: ``SystemFailure`` if the system does not tell.
  package func byteCount() throws(SystemFailure) -> Int { Int(try status().st_size) }

  /// True for files on a disk, false for pipes and devices, which cannot take back what was written.
  package var isRegular: Bool { (try? status()).map { fileKind(of: $0) == .regular } ?? false }

  /// Reads at most a buffer's bytes: how many there were, 0 at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    let count = retrying { readBytes(descriptor, buffer) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads at most as many bytes as an array has: how many there were, 0 at the end of the file.
  ///
  /// - Throws: ``SystemFailure`` if reading fails.
  package func read(into bytes: inout [UInt8]) throws(SystemFailure) -> Int {
    let count = bytes.withUnsafeMutableBytes { buffer in retrying { readBytes(descriptor, buffer) } }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Reads until the buffer is full or the file ends: how many bytes there were.
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

  /// Writes all of the bytes.
  ///
  /// - Throws: ``SystemFailure`` if writing fails; then some of them may have been written.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    let isWhole = bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = retrying { writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...])) }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
    guard isWhole else { throw .last }
  }

  /// Cuts a regular file off after `byteCount` bytes, where the next ones will be written.
  package func truncate(toByteCount byteCount: Int) {
    #if canImport(WinSDK)
      _ = _chsize_s(descriptor, Int64(byteCount))
      _ = _lseeki64(descriptor, Int64(byteCount), SEEK_SET)
    #else
      ftruncate(descriptor, off_t(byteCount))
      lseek(descriptor, off_t(byteCount), SEEK_SET)
    #endif
  }

  private func status() throws(SystemFailure) -> FileStatus {
    var status = FileStatus()
    #if canImport(WinSDK)
      guard _fstat64(descriptor, &status) == 0 else { throw .last }
    #else
      guard fstat(descriptor, &status) == 0 else { throw .last }
    #endif
    return status
  }

  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// MARK: Calls of the system, whose names the methods above have too

/// What a path or descriptor leads to.
enum FileKind { case regular, folder, other }

#if canImport(WinSDK)
  typealias FileStatus = _stat64

  private func openDescriptor(_ path: String, _ use: OpenFile.Use) -> Int32 {
    let flags =
      switch use {
      case .reading: _O_RDONLY
      case .writing: _O_WRONLY
      case .overwriting: _O_WRONLY | _O_CREAT | _O_TRUNC
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

  func fileKind(of status: FileStatus) -> FileKind {
    switch Int32(status.st_mode) & _S_IFMT {
    case _S_IFREG: .regular
    case _S_IFDIR: .folder
    default: .other
    }
  }
#else
  typealias FileStatus = stat

  private func openDescriptor(_ path: String, _ use: OpenFile.Use) -> Int32 {
    switch use {
    // Without O_NONBLOCK a named pipe would block until somebody writes to it.
    case .reading: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    case .writing: open(path, O_WRONLY | O_CLOEXEC)
    case .overwriting: open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    case .creating: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
  }

  private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
  }

  private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
  }

  func fileKind(of status: FileStatus) -> FileKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    default: .other
    }
  }
#endif
