import Foundation
import MudraPlatform
import PixelImaging
import TFLiteFormat

/// A file to read, checked before use to tell a missing file from a bad one.
enum InputFile {
  /// Checks that a path is a readable file: not a folder, nor a pipe, which might never end.
  static func check(_ path: String) throws(CommandFailure) {
    switch FileNames.kind(of: path) {
    case nil: throw missing(path)
    case .folder: throw unreadable(path, folderReason(path))
    case .other: throw unreadable(path, "is not a regular file")
    case .regular: guard PathText.withSystemPath(path, { access($0, R_OK) }) == 0 else { throw missing(path) }
    }
  }

  /// What a folder in the place of a file is: some models are folders.
  private static func folderReason(_ path: String) -> String {
    let models = [
      "saved_model.pb": "a TensorFlow SavedModel", "Data/com.apple.CoreML": "a Core ML model",
      "coremldata.bin": "a Core ML model",
    ]
    guard let model = models.first(where: { FileNames.kind(of: "\(path)/\($0.key)") != nil })?.value else {
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
  static func isFolder(_ path: String) -> Bool { FileNames.isFolder(path) }

  /// The pictures of a folder, and a line about what was left out.
  static func pictures(
    inFolder folder: String, isRecursive: Bool = false, takesHidden: Bool = false
  ) throws(CommandFailure) -> (paths: [String], note: String?) {
    let found: FolderPictures
    do throws(SystemFailure) {
      found = try FolderPictures(folder, isRecursive: isRecursive, takesHidden: takesHidden)
    } catch {
      throw unreadable(folder, "the folder cannot be read: \(error.reason)", .inputMissing)
    }
    guard !found.paths.isEmpty else {
      let rest = found.leftOut.map { "; left out: \($0)" } ?? ""
      throw CommandFailure(folder, "the folder has no pictures\(rest)", .badData, .missing)
    }
    return (found.paths, found.summary(of: folder))
  }

  /// All bytes of a file.
  static func contents(of path: String, limits: BundleLimits) throws(CommandFailure) -> Bytes {
    try check(path)
    do {
      return try Bytes(contentsOfFile: path, limits: limits)
    } catch {
      throw CommandFailure(path, error)
    }
  }

  /// The first bytes of a file; fewer if it is shorter.
  static func firstBytes(of path: String, count: Int) throws(CommandFailure) -> [UInt8] {
    guard let bytes = OpenFile.start(of: path, byteCount: count) else { throw missing(path) }
    return bytes
  }

  /// Creates a folder and its parent folders.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    do throws(SystemFailure) {
      try FolderNames.create(path)
    } catch {
      throw CommandFailure(path, "the folder cannot be created: \(error.reason)", .cannotWrite)
    }
  }
}
