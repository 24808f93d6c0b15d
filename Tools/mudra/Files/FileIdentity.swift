import Foundation

/// What the system knows a file by, whatever path, link or descriptor leads to it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file that a path leads to; nil for none, and for what is no regular file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open on a descriptor; nil for a closed one, and for what is no regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
