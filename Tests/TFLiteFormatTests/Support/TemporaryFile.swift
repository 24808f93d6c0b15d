import Foundation

/// A unique path; what is there in the end is removed.
final class TemporaryFile: Sendable {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("mudra-\(UUID()).bin").path

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes into the file that is there, or a new one, without replacing it.
  func overwrite(_ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Cuts the file that is there, or fills it up with zeros.
  func resize(to byteCount: Int) throws {
    guard truncate(path, off_t(byteCount)) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
