import Foundation

/// Reads files that cannot be pipes without an end, nor larger than expected.
enum RegularFile {
  /// All bytes of a regular file; nil for anything else, and for a file that cannot be read or has more bytes.
  static func read(_ path: String, byteLimit: Int) -> Data? {
    // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= byteLimit else {
      return nil
    }
    return try? file.read(upToCount: Int(status.st_size)) ?? Data()
  }
}
