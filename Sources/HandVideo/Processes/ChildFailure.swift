/// Why nothing more can be read from a child, or written to it.
enum ChildFailure: Error, Equatable {
  /// The child moved nothing for so many seconds.
  case stalled(seconds: Int)
  /// A signal asks the program to end.
  case interrupted
  /// The child closed its end, or the system refuses.
  case system(reason: String)
}
