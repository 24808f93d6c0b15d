/// A line to a peer: the work, and the number of runs. `Tools/dev/compare/peers.py` reads it.
struct PeerRequest: Encodable {
  /// A model's file and the files of its inputs (raw values of their types).
  struct Stage: Encodable {
    let model: String
    let inputs: [String]
  }

  /// Models that run one after another; empty for a picture.
  var stages: [Stage] = []
  /// Threads of the models.
  var threads = 1
  /// A picture file for the gesture recognizer; empty for models.
  var picture = ""
  /// The number of hands to find in it.
  var handCount = 1
  /// Whether the picture is shown as frames of a video.
  var isTracked = false
  /// The numbers of untimed and timed runs.
  var warmUpCount = 0, count = 1
}

/// A peer's answer.
struct PeerReply: Decodable {
  /// In the first line: its name.
  let name: String?
  /// Milliseconds of each run.
  let milliseconds: [Double]?
  /// The reason if there are none.
  let error: String?
}
