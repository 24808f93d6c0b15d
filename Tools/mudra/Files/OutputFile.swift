import GestureTraining
import HandVideo
import MudraPlatform

/// The files that a command writes.
enum OutputFile {
  /// Writes several files, all or none, even if a signal ends the program.
  static func write(_ files: [(path: String, bytes: [UInt8])]) throws(CommandFailure) {
    for (path, _) in files where InputFile.isFolder(path) {
      throw CommandFailure(path, "cannot be written: it is a folder", .cannotWrite)
    }
    do throws(FileSet.Failure) {
      try Interruption.held(for: files.last?.path ?? "") { () throws(FileSet.Failure) in try FileSet.write(files) }
    } catch {
      throw CommandFailure(error.path, "cannot be written: \(error.reason)", .cannotWrite)
    }
  }

  /// Writes a whole file, or nothing at all, even if a signal ends the program.
  ///
  /// - Parameter followsLink: whether the target of a symbolic link is written; otherwise the link is replaced.
  static func write(_ bytes: [UInt8], to path: String, followsLink: Bool = true) throws(CommandFailure) {
    guard !InputFile.isFolder(path) else {
      throw CommandFailure(path, "cannot be written: it is a folder", .cannotWrite)
    }
    do throws(SystemFailure) {
      try Interruption.held(for: path) { () throws(SystemFailure) in
        try WholeFile.write(bytes, to: path, followsLink: followsLink)
      }
    } catch {
      throw CommandFailure(path, "cannot be written: \(error.reason)", .cannotWrite)
    }
  }
}
