/// What the system knows a file or folder by, whatever path, link or descriptor leads to it.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The regular file, or the folder, that a path leads to; nil if it does not exist or is of another kind.
  package init?(_ path: String, kind: FileKind = .regular) {
    guard let status = FileNames.status(of: path), fileKind(of: status) == kind else { return nil }
    self.init(status)
  }

  /// The regular file that is open on a descriptor; nil for a closed descriptor, and for any other kind of file.
  package init?(descriptor: Int32) {
    var status = FileStatus()
    #if canImport(WinSDK)
      guard _fstat64(descriptor, &status) == 0 else { return nil }
    #else
      guard fstat(descriptor, &status) == 0 else { return nil }
    #endif
    guard fileKind(of: status) == .regular else { return nil }
    self.init(status)
  }

  private init(_ status: FileStatus) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
