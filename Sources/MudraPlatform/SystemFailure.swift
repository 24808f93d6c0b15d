/// Why the system refused something, in human-readable form.
package struct SystemFailure: Error, Hashable {
  /// The reason, such as "No such file or directory".
  package let reason: String

  /// A custom reason.
  package init(reason: String) { self.reason = reason }

  /// The reason for the last call that failed on this thread.
  package static var last: SystemFailure {
    let code = errno
    return SystemFailure(reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}
