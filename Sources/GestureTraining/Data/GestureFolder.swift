import Foundation
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
    for gesture in content.folders {
      if !GestureName.isBackground(gesture) { try GestureName.check(gesture) }
      let inside = try FolderContent("\(path)/\(gesture)")
      otherCount += inside.otherFileCount
      let count = files.count
      files += inside.pictures.map { GestureDataset.PictureFile(path: "\(path)/\(gesture)/\($0)", gesture: gesture) }
      for group in inside.folders {
        let folder = "\(path)/\(gesture)/\(group)"
        let pictures = try FolderContent(folder)
        otherCount += pictures.otherFileCount
        if !pictures.folders.isEmpty { notices.append(.foldersInGroup(path: folder)) }
        files += pictures.pictures.map {
          GestureDataset.PictureFile(path: "\(folder)/\($0)", gesture: gesture, group: group)
        }
      }
      let name = gesture.trimmingCharacters(in: .whitespaces).lowercased()
      if Self.partNames.contains(name), inside.pictures.isEmpty, files.count > count {
        throw .foldersInFolders(path: "\(path)/\(gesture)")
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
    case .picturesWithoutGesture(let count): files(count, "picture") + ": no folder says what gesture it is"
    case .otherFiles(let count): files(count, "file") + ": neither PNG nor JPEG"
    case .foldersInGroup(let path): "\(path.printable) has folders, whose pictures are not read"
    case .namedLikeNone(let gesture):
      "“\(gesture.printable)” is learned as a gesture: poses that are none of the gestures belong in a folder named none"
    }
  }
}

/// What is in a folder, in the order of the bytes of names.
struct FolderContent {
  private(set) var folders: [String] = []
  private(set) var pictures: [String] = []
  /// Files that are no pictures.
  private(set) var otherFileCount = 0

  private static let endings = ["png", "jpg", "jpeg", "jpe", "jfif"]
  private static let signatures: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF]]

  /// - Throws: `GestureTrainingError.cannotRead`, or `.unreadableNames` for names that are not UTF-8.
  init(_ path: String) throws(GestureTrainingError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .cannotRead(path: path, reason: Self.isFolder(path) ? "no permission" : "there is no such folder")
    }
    // Foundation changes names that are not UTF-8, or leaves them out.
    let unreadableCount = Self.unreadableCount(path)
    if unreadableCount > 0 { throw .unreadableNames(path: path, count: unreadableCount) }
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasPrefix(".") {
      if Self.isFolder("\(path)/\(name)") {
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
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    var start = [UInt8](repeating: 0, count: 4)
    guard type == .typeRegular, let file = try? OpenFile(path, for: .reading),
      let count = try? file.read(into: &start)
    else { return false }
    return signatures.contains { start.prefix(count).starts(with: $0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The number of names that are not UTF-8; 0 where names are always Unicode.
  private static func unreadableCount(_ path: String) -> Int {
    #if os(Linux)
      guard let folder = opendir(path) else { return 0 }
      defer { closedir(folder) }
      var count = 0
      while let entry = readdir(folder) {
        let isReadable = withUnsafeBytes(of: &entry.pointee.d_name) { name in
          String(validating: name.prefix { $0 != 0 }, as: UTF8.self) != nil
        }
        if !isReadable { count += 1 }
      }
      return count
    #else
      return 0
    #endif
  }
}
