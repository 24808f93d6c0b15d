/// File names: resolving, renaming and removing files.
package enum FileNames {
  /// A path with symbolic links resolved, where the system does that; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    #if canImport(WinSDK)
      let name = _fullpath(nil, path, 0)
      guard _access(path, 0) == 0 else { return nil }
    #elseif canImport(WASILibc)
      let name = PathText.withSystemPath(path) { access($0, F_OK) == 0 ? strdup($0) : nil }
    #else
      let name = PathText.withSystemPath(path) { realpath($0, nil) }
    #endif
    guard let name else { return nil }
    defer { free(name) }
    return PathText.text(ofSystemPath: name)
  }

  /// Whether a path leads to a regular file, following symbolic links; false if it does not exist.
  package static func isRegularFile(_ path: String) -> Bool { kind(of: path) == .regular }

  /// Whether a path leads to a folder, following symbolic links; false if it does not exist.
  package static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// What a path leads to, following symbolic links; nil if it does not exist.
  package static func kind(of path: String) -> FileKind? { status(of: path).map(fileKind(of:)) }

  /// What the system knows about the file that a path leads to; nil, and `errno`, if it does not exist.
  package static func status(of path: String) -> FileStatus? {
    var status = FileStatus()
    #if canImport(WinSDK)
      return _stat64(path, &status) == 0 ? status : nil
    #else
      return PathText.withSystemPath(path) { stat($0, &status) } == 0 ? status : nil
    #endif
  }

  /// True for a symbolic link, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    #if canImport(WinSDK)
      return false
    #else
      var status = FileStatus()
      return PathText.withSystemPath(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    #endif
  }

  /// Renames a file, replacing a file that already has the new name.
  ///
  /// - Throws: ``SystemFailure`` if the system refuses.
  package static func rename(_ path: String, to other: String) throws(SystemFailure) {
    guard !FaultInjection.refuses(.rename), renameFile(path, other) == 0 else { throw .last }
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) { _ = removeFile(path) }
}

// System calls that have the same names as the functions above.
private func renameFile(_ path: String, _ other: String) -> Int32 {
  #if canImport(WinSDK)
    MoveFileExA(path, other, DWORD(MOVEFILE_REPLACE_EXISTING)) ? 0 : -1
  #else
    PathText.withSystemPath(path) { path in PathText.withSystemPath(other) { rename(path, $0) } }
  #endif
}

private func removeFile(_ path: String) -> Int32 {
  #if canImport(WinSDK)
    _unlink(path)
  #else
    PathText.withSystemPath(path) { unlink($0) }
  #endif
}
