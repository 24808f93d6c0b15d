import Platform

/// How many threads a network runs on where the options leave it open.
package enum ThreadCount {
  /// More threads than this find too little work in a layer.
  private static let limit = 8

  /// One thread for a task that shares the machine with others or keeps up with frames, the processors that the process
  /// may use for single pictures.
  package static func automatic(for mode: RunningMode, sharesModel: Bool) -> Int {
    mode == .image && !sharesModel ? min(ProcessorCount.available, limit) : 1
  }
}
