/// How the program ends; the numbers are those of `sysexits.h`. Thrown by a command that has reported its failures.
enum ExitStatus: Int32, Error, Comparable {
  /// All done.
  case done = 0
  /// An argument is missing, unknown or out of range.
  case wrongUse = 64
  /// An input is not what it should be.
  case badData = 65
  /// An input is not there or cannot be read.
  case inputMissing = 66
  /// A result cannot be written.
  case cannotWrite = 73

  /// The status of several pieces of work: bad data counts more than a missing input, and that more than a lost output.
  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .done: 0
    case .cannotWrite: 1
    case .inputMissing: 2
    case .badData: 3
    case .wrongUse: 4
    }
  }
}
