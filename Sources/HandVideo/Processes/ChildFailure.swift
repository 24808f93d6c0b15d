/// Why nothing more can be read from a child, or written to it.
enum ChildFailure: Error, Equatable {
  /// The child moved nothing for so many seconds.
  case stalled(seconds: Int)
  /// No more frames are wanted.
  case interrupted
  /// The child closed its end, or the system refuses.
  case system(reason: String)
}
