#if !canImport(WinSDK)
  /// The names in a folder, and folders.
  package enum FolderNames {
    /// The names in a folder in natural order, `.` and `..` apart; text that leads back to their bytes.
    ///
    /// - Throws: ``SystemFailure`` if the folder cannot be read.
    package static func all(in folder: String) throws(SystemFailure) -> [String] {
      guard let stream = PathText.withSystemPath(folder, { opendir($0) }) else { throw .last }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        #if canImport(WASILibc)
          // An array without a length behind the fields that Swift imports: a number and a byte.
          let start = UnsafeRawPointer(entry) + MemoryLayout<ino_t>.size + 1
          let name = PathText.text(ofSystemPath: start.assumingMemoryBound(to: CChar.self))
        #else
          let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
            PathText.text(of: name.prefix { $0 != 0 })
          }
        #endif
        if name != ".", name != ".." { names.append(name) }
      }
      return names.sorted(by: NaturalOrder.isBefore)
    }

    /// The path of a name in a folder.
    package static func path(of name: String, in folder: String) -> String {
      folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// Creates a folder, and the folders that it lies in, where they do not exist.
    ///
    /// - Throws: ``SystemFailure`` if the system refuses, or if something else has the name.
    package static func create(_ path: String) throws(SystemFailure) {
      if let kind = FileNames.kind(of: path) {
        guard kind == .folder else { throw SystemFailure(reason: "is a file, not a folder") }
        return
      }
      // By bytes: a slash with a mark behind it is another character.
      let slash = UInt8(ascii: "/")
      var parent = path.utf8[...]
      while parent.last == slash { parent.removeLast() }
      while let last = parent.last, last != slash { parent.removeLast() }
      if !parent.isEmpty { try create(String(decoding: parent, as: UTF8.self)) }
      guard PathText.withSystemPath(path, { mkdir($0, 0o777) }) == 0 || FileNames.isFolder(path) else { throw .last }
    }
  }
#endif
