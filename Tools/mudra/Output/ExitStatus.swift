/// The exit status of the program; the numbers are those of `sysexits.h`. Thrown by a command that has reported its
/// failures.
enum ExitStatus: Int32, Error, Comparable {
  /// Success.
  case done = 0
  /// An argument is missing, unknown or out of range.
  case wrongUse = 64
  /// An input is invalid.
  case badData = 65
  /// An input does not exist or cannot be read.
  case inputMissing = 66
  /// A program that is needed is not there.
  case unavailable = 69
  /// A result cannot be written.
  case cannotWrite = 73
  /// A limit of time was reached: nothing is known to be wrong with the input.
  case tooSlow = 75

  /// For combining statuses: bad data outranks what was too slow, that a missing input, and that a lost output.
  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .done: 0
    case .cannotWrite: 1
    case .inputMissing: 2
    case .tooSlow: 3
    case .badData: 4
    case .unavailable: 5
    case .wrongUse: 6
    }
  }
}
