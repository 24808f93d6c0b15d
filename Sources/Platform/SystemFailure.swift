/// Why the system refused something, as a person reads it.
package struct SystemFailure: Error, Hashable {
  /// The reason, such as "No such file or directory".
  package let reason: String

  /// A reason of our own.
  package init(reason: String) { self.reason = reason }

  /// The reason of the last call that failed on this thread.
  package static var last: SystemFailure {
    let code = errno
    return SystemFailure(reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}
