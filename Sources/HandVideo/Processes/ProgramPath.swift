import Foundation
import MudraPlatform

/// Finds programs of the system.
enum ProgramPath {
  /// The path of a program in the folders of `PATH`; nil if it is in none of them.
  ///
  /// Relative folders are left out: what lies in the working folder may be a stranger's.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if FileNames.isRegularFile(path), access(path, X_OK) == 0 { return path }
    }
    return nil
  }
}
