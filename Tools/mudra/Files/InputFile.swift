import Foundation
import HandVideo

/// A file to read, checked before use to tell a missing file from a bad one.
enum InputFile {
  /// Checks that a path is a readable file: not a folder, nor a pipe, which might never end.
  static func check(_ path: String) throws(CommandFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw missing(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw unreadable(path, folderReason(path)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "is not a regular file") }
    guard access(path, R_OK) == 0 else { throw missing(path) }
  }

  /// What a folder in the place of a file is: some models are folders.
  private static func folderReason(_ path: String) -> String {
    let models = [
      "saved_model.pb": "a TensorFlow SavedModel", "Data/com.apple.CoreML": "a Core ML model",
      "coremldata.bin": "a Core ML model",
    ]
    guard let model = models.first(where: { access("\(path)/\($0.key)", F_OK) == 0 })?.value else {
      return "is a folder, not a file"
    }
    return "the folder is \(model): convert it to TensorFlow Lite"
  }

  private static func missing(_ path: String) -> CommandFailure {
    errno == ENOENT
      ? CommandFailure(path, "no such file", .inputMissing, .missing)
      : unreadable(path, String(cString: strerror(errno)), .inputMissing)
  }

  private static func unreadable(
    _ path: String, _ reason: String, _ status: ExitStatus = .badData
  ) -> CommandFailure {
    CommandFailure(path, reason, status, .unreadable)
  }

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The PNG and JPEG files of a folder, by the ends of their names, sorted. Hidden files are left out unless they are
  /// asked for.
  static func pictures(inFolder folder: String, hidden: Bool = false) throws(CommandFailure) -> [String] {
    do {
      return try PictureFolder.pictures(of: folder, hidden: hidden)
    } catch {
      var failure = CommandFailure(error)
      if case .unusable = error.reason { failure.code = .missing }
      throw failure
    }
  }

  /// The first bytes of a file; fewer if it is shorter.
  static func firstBytes(of path: String, count: Int) throws(CommandFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw missing(path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = read(descriptor, &bytes, count)
    guard found >= 0 else { throw missing(path) }
    return Array(bytes.prefix(found))
  }

  /// Creates a folder and its parent folders.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw CommandFailure(path, isThere ? "is a file, not a folder" : "the folder cannot be made", .cannotWrite)
    }
  }
}
