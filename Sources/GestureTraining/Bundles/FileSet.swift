import MudraPlatform

/// Files that belong together.
package enum FileSet {
  /// Why files cannot be written: one of them, and the system's reason.
  package struct Failure: Error {
    /// The file.
    package let path: String
    /// The reason.
    package let reason: String
  }

  /// Writes all files, or none: each is written whole beside its place, and only when all are there are they put into
  /// their places. Devices and pipes come last.
  ///
  /// - Throws: ``Failure``; then each file is what it was.
  package static func write(_ files: [(path: String, bytes: [UInt8])]) throws(Failure) {
    var staged: [(temporary: String, place: String, path: String)] = []
    var streams: [(path: String, bytes: [UInt8])] = []
    do throws(Failure) {
      for (path, bytes) in files {
        let target = FileNames.resolved(path)
        if let target, !FileNames.isRegularFile(target) {
          streams.append((path, bytes))
          continue
        }
        let place = target ?? path
        let temporary = passingName(beside: place)
        staged.append((temporary, place, path))
        try attempt(path) { () throws(SystemFailure) in try WholeFile.write(bytes, to: temporary) }
      }
      for file in staged {
        try attempt(file.path) { () throws(SystemFailure) in try FileNames.rename(file.temporary, to: file.place) }
      }
    } catch {
      for file in staged { FileNames.remove(file.temporary) }
      throw error
    }
    for (path, bytes) in streams {
      try attempt(path) { () throws(SystemFailure) in try WholeFile.write(bytes, to: path) }
    }
  }

  private static func attempt(_ path: String, _ work: () throws(SystemFailure) -> Void) throws(Failure) {
    do throws(SystemFailure) {
      try work()
    } catch {
      throw Failure(path: path, reason: error.reason)
    }
  }

  /// A short name in the same folder, since the name of the file may be as long as names can be.
  private static func passingName(beside path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8[...$0] }
    let name = ".mudra-\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
    return String(decoding: folder ?? Substring("").utf8, as: UTF8.self) + name
  }
}
