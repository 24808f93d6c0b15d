#if os(Linux)
  import Foundation

  /// A camera of the system, by its file such as `/dev/video0`.
  final class CameraFile: CameraDevice {
    private let descriptor: Int32

    /// Opens the file of a device.
    init(_ path: String) throws(CameraError) {
      var status = stat()
      guard stat(path, &status) == 0 else { throw Self.lastError }
      guard status.st_mode & S_IFMT == S_IFCHR else { throw .notACamera }
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.lastError }
    }

    deinit { close(descriptor) }

    private static var lastError: CameraError { .system(errno, reason: String(cString: strerror(errno))) }

    func control(_ request: V4L2.Request, _ argument: inout IoctlMemory) throws(CameraError) {
      precondition(argument.bytes.count >= request.byteCount, "the argument holds what the request says")
      let descriptor = descriptor
      while true {
        let result = argument.withPointer { pointer in pointer.map { ioctl(descriptor, request.number, $0) } ?? -1 }
        if result >= 0 { return }
        guard errno == EINTR else { throw Self.lastError }
      }
    }

    func map(offset: Int, byteCount: Int) throws(CameraError) -> UnsafeRawBufferPointer {
      let address = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, off_t(offset))
      guard let address, address != MAP_FAILED else { throw Self.lastError }
      return UnsafeRawBufferPointer(start: address, count: byteCount)
    }

    func unmap(_ buffer: UnsafeRawBufferPointer) {
      munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }

    func hasFrame(withinMilliseconds limit: Int) throws(CameraError) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, Int32(limit))
      guard count >= 0 || errno == EINTR else { throw Self.lastError }
      return count > 0
    }
  }
#endif
