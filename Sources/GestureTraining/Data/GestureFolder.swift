import MudraPlatform
import TFLiteFormat

/// A folder that has a folder of pictures for each gesture, named as the gesture, as Model Maker's has.
///
/// Folders named `none` or `None` have poses that are none of the gestures. A folder in a gesture's folder has the
/// pictures of one person or session, its group. Hidden files are ignored; what else is not taken is in ``notices``.
public struct GestureFolder: Sendable, Hashable {
  /// Something that was not taken, or that may be meant otherwise.
  public enum Notice: Sendable, Hashable {
    /// Pictures beside the folders of the gestures.
    case picturesWithoutGesture(count: Int)
    /// Files that are not pictures.
    case otherFiles(count: Int)
    /// Pictures in folders of a group, which are not read.
    case foldersInGroup(path: String)
    /// A gesture's name says that it is none; only `none` and `None` are read as that.
    case namedLikeNone(gesture: String)
  }

  /// The pictures, in the order of the bytes of their paths.
  public private(set) var files: [GestureDataset.PictureFile] = []
  /// What was not taken, or may be meant otherwise.
  public private(set) var notices: [Notice] = []

  /// Names that folders of other poses have elsewhere.
  private static let namesLikeNone = ["none", "other", "others", "background", "unknown", "negative"]
  /// Names of parts of datasets, whose folders are the gestures.
  private static let partNames = ["train", "training", "test", "testing", "val", "valid", "validation"]

  /// Looks through a folder.
  ///
  /// - Throws: `GestureTrainingError` for a folder that cannot be read, that has no folder with pictures or folders in
  ///   folders, or whose folders have names that gestures cannot have.
  public init(_ path: String) throws(GestureTrainingError) {
    let content = try FolderContent(path)
    var otherCount = content.otherFileCount
    for folder in content.folders {
      // A label is text: bytes that are not UTF-8 stand in it as numbers.
      let gesture = PathText.shown(folder)
      if !GestureName.isBackground(gesture) { try GestureName.check(gesture) }
      let gesturePath = "\(path)/\(folder)"
      let inside = try FolderContent(gesturePath)
      otherCount += inside.otherFileCount
      let count = files.count
      files += inside.pictures.map { GestureDataset.PictureFile(path: "\(gesturePath)/\($0)", gesture: gesture) }
      for group in inside.folders {
        let folder = "\(gesturePath)/\(group)"
        let pictures = try FolderContent(folder)
        otherCount += pictures.otherFileCount
        if !pictures.folders.isEmpty { notices.append(.foldersInGroup(path: folder)) }
        files += pictures.pictures.map {
          GestureDataset.PictureFile(path: "\(folder)/\($0)", gesture: gesture, group: PathText.shown(group))
        }
      }
      let name = gesture.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      if Self.partNames.contains(name), inside.pictures.isEmpty, files.count > count {
        throw .foldersInFolders(path: gesturePath)
      }
      if Self.namesLikeNone.contains(name), !GestureName.isBackground(gesture), files.count > count {
        notices.append(.namedLikeNone(gesture: gesture))
      }
    }
    if files.isEmpty {
      if case .foldersInGroup(let path) = notices.first { throw .foldersInFolders(path: path) }
      if !content.pictures.isEmpty { throw .noGestureFolders(path: path, pictureCount: content.pictures.count) }
    }
    if !content.pictures.isEmpty { notices.append(.picturesWithoutGesture(count: content.pictures.count)) }
    if otherCount > 0 { notices.append(.otherFiles(count: otherCount)) }
  }
}

extension GestureFolder.Notice: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    func files(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? " is" : "s are") not read" }
    return switch self {
    case .picturesWithoutGesture(let count): files(count, "picture") + ": not in a folder named after a gesture"
    case .otherFiles(let count): files(count, "file") + ": not pictures"
    case .foldersInGroup(let path): "\(path.printable) has folders, whose pictures are not read"
    case .namedLikeNone(let gesture):
      "“\(gesture.printable)” is learned as a gesture: poses that are none of the gestures belong in a folder named none"
    }
  }
}

/// What is in a folder, in the order of the bytes of names. They lead to the files even if they are not UTF-8.
struct FolderContent {
  private(set) var folders: [String] = []
  private(set) var pictures: [String] = []
  /// Files that are no pictures.
  private(set) var otherFileCount = 0

  private static let endings = ["png", "jpg", "jpeg", "jpe", "jfif"]

  /// - Throws: `GestureTrainingError.cannotRead`.
  init(_ path: String) throws(GestureTrainingError) {
    let names: [String]
    do {
      names = try FolderNames.all(in: path)
    } catch {
      let isFolder = FileNames.isFolder(path)
      throw .cannotRead(path: path, reason: isFolder ? error.reason : "there is no such folder")
    }
    let sorted = names.ordered { PathText.bytes(of: $0).lexicographicallyPrecedes(PathText.bytes(of: $1)) }
    for name in sorted where name.utf8.first != UInt8(ascii: ".") {
      if FileNames.isFolder("\(path)/\(name)") {
        folders.append(name)
      } else if Self.isPicture("\(path)/\(name)") {
        pictures.append(name)
      } else {
        otherFileCount += 1
      }
    }
  }

  /// By the name's ending, or by the first bytes of a file.
  private static func isPicture(_ path: String) -> Bool {
    let ending = path.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) }
    if endings.contains(ending?.lowercased() ?? "") { return true }
    guard let start = OpenFile.start(of: path, byteCount: FileFormat.byteCount) else { return false }
    return FileFormat(firstBytes: start)?.isPicture == true
  }
}
