import MudraPlatform

#if !os(Windows)
  /// The pictures of a folder, and what in it was left out.
  package struct FolderPictures: Sendable {
    /// Names that are pictures whatever their first bytes are: a damaged picture is reported, not left out.
    private static let endings = ["png", "jpg", "jpeg", "jpe", "jfif"]

    /// The paths of the pictures, in natural order: `frame2` before `frame10`.
    package private(set) var paths: [String] = []
    /// Files that are not pictures.
    package private(set) var otherFileCount = 0
    /// Files and folders whose names begin with a dot.
    package private(set) var hiddenCount = 0
    /// Folders that were not entered.
    package private(set) var folderCount = 0
    /// Folders that were met a second time, by way of a link.
    package private(set) var repeatedFolderCount = 0

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - isRecursive: whether the folders in it are listed, too, each once.
    ///   - takesHidden: whether names that begin with a dot are taken.
    /// - Throws: `SystemFailure` if the folder, or one in it, cannot be read.
    package init(
      _ folder: String, isRecursive: Bool = false, takesHidden: Bool = false
    ) throws(SystemFailure) {
      // A stack, not a recursion: folders may lie in each other as deep as a path is long.
      var seen: Set<FileIdentity> = []
      var waiting = [folder]
      while let next = waiting.popLast() {
        guard FileIdentity(next, kind: .folder).map({ seen.insert($0).inserted }) ?? true else {
          repeatedFolderCount += 1
          continue
        }
        var folders: [String] = []
        for name in try FolderNames.all(in: next) {
          let path = FolderNames.path(of: name, in: next)
          if name.utf8.first == UInt8(ascii: "."), !takesHidden {
            hiddenCount += 1
          } else if FileNames.isFolder(path) {
            folders.append(path)
          } else if Self.isPicture(path) {
            paths.append(path)
          } else {
            otherFileCount += 1
          }
        }
        if isRecursive { waiting += folders.reversed() } else { folderCount += folders.count }
      }
    }

    /// What was left out, as in `2 other files, 1 hidden, 3 folders`; nil if nothing was.
    package var leftOut: String? {
      func count(_ count: Int, _ thing: String) -> String? {
        count == 0 ? nil : "\(count) \(thing)\(count == 1 ? "" : "s")"
      }
      let parts = [
        count(otherFileCount, "other file"), hiddenCount == 0 ? nil : "\(hiddenCount) hidden",
        count(folderCount, "folder"),
        count(repeatedFolderCount, "link").map { "\($0) to a folder that was listed already" },
      ].compactMap { $0.self }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// A line about the folder and what was left out; nil if nothing was.
    package func summary(of folder: String) -> String? {
      leftOut.map { "\(folder): \(paths.count) picture\(paths.count == 1 ? "" : "s"); left out: \($0)" }
    }

    /// Whether a file is a picture, by its first bytes or its name. A link that leads nowhere counts by its name.
    private static func isPicture(_ path: String) -> Bool {
      let start = OpenFile.start(of: path, byteCount: FileFormat.byteCount)
      if let start, FileFormat(firstBytes: start)?.isPicture == true { return true }
      guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
      let ending = path[path.utf8.index(after: dot)...].lowercased()
      return endings.contains(ending) && FileNames.kind(of: path) != .other
    }
  }
#endif
