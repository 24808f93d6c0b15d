import Foundation

/// The files that a command writes.
enum OutputFile {
  /// Writes a whole file, or nothing at all.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    guard !InputFile.isFolder(path) else {
      throw CommandFailure(path, "cannot be written: it is a folder", .cannotWrite)
    }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let reason = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)
        .map { String(cString: strerror(Int32($0.code))) }
      throw CommandFailure(path, "cannot be written" + (reason.map { ": \($0)" } ?? ""), .cannotWrite)
    }
  }
}
