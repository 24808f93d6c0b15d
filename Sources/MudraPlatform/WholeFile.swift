/// Reading regular files of limited size, and writing files so that nobody ever finds a part of one.
package enum WholeFile {
  /// All bytes of a regular file.
  ///
  /// - Throws: ``SystemFailure`` if the system refuses, the file is a folder, pipe or device, or it has more bytes.
  package static func read(_ path: String, byteLimit: Int) throws(SystemFailure) -> [UInt8] {
    let file = try OpenFile(path, for: .reading)
    let byteCount = try file.byteCount()
    guard byteCount <= byteLimit else {
      throw SystemFailure(reason: "the file has \(byteCount) bytes, the limit is \(byteLimit)")
    }
    guard ZeroedMemory.isAvailable(byteCount: byteCount) else {
      throw SystemFailure(reason: "the system refuses \(byteCount) bytes of memory")
    }
    // What a file that grows gets meanwhile is not read.
    return try file.bytes(upTo: byteCount)
  }

  /// Writes a file under a passing name in the same folder and renames it, so that `path` never holds a part of it.
  ///
  /// A device or pipe is written to directly.
  ///
  /// - Parameters:
  ///   - bytes: all that the file will hold.
  ///   - path: the file, which is replaced if it is there.
  ///   - followsLink: whether a symbolic link stays one, and its target is written; otherwise the file replaces the
  ///     link, so that the file lies in the folder that `path` names.
  /// - Throws: ``SystemFailure`` if the system refuses; then the file is what it was.
  package static func write(
    _ bytes: [UInt8], to path: String, followsLink: Bool = true
  ) throws(SystemFailure) {
    let target = FileNames.resolved(path)
    if let target, !FileNames.isRegularFile(target), followsLink || !FileNames.isLink(path) {
      return try write(bytes, OpenFile(target, for: .writing))
    }
    let final = followsLink ? target ?? path : path
    let temporary = passingName(beside: final)
    let file = try OpenFile(temporary, for: .creating)
    do throws(SystemFailure) {
      try write(bytes, file)
      try FileNames.rename(temporary, to: final)
    } catch {
      FileNames.remove(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], _ file: OpenFile) throws(SystemFailure) {
    try file.write(bytes)
    try file.close()
  }

  /// A short name in the same folder, since the name of the file may be as long as names can be.
  private static func passingName(beside path: String) -> String {
    // By bytes: a slash with a mark behind it is another character.
    var folder = path.utf8[...]
    while let last = folder.last, !separators.contains(last) { folder.removeLast() }
    let name = ".mudra-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    return String(decoding: folder, as: UTF8.self) + name
  }

  private static var separators: [UInt8] {
    #if canImport(WinSDK)
      Array("/\\:".utf8)
    #else
      Array("/".utf8)
    #endif
  }
}
