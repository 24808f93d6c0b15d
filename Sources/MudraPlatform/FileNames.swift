/// File names: resolving, renaming and removing files.
package enum FileNames {
  /// A path with symbolic links resolved, where the system does that; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    #if canImport(WinSDK)
      let name = _fullpath(nil, path, 0)
      guard _access(path, 0) == 0 else { return nil }
    #elseif canImport(WASILibc)
      let name = access(path, F_OK) == 0 ? strdup(path) : nil
    #else
      let name = realpath(path, nil)
    #endif
    guard let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  /// Whether a path leads to a regular file, following symbolic links; false if it does not exist.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = FileStatus()
    #if canImport(WinSDK)
      return _stat64(path, &status) == 0 && fileKind(of: status) == .regular
    #else
      return stat(path, &status) == 0 && fileKind(of: status) == .regular
    #endif
  }

  /// True for a symbolic link, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    #if canImport(WinSDK)
      return false
    #else
      var status = FileStatus()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
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
    rename(path, other)
  #endif
}

private func removeFile(_ path: String) -> Int32 {
  #if canImport(WinSDK)
    _unlink(path)
  #else
    unlink(path)
  #endif
}
