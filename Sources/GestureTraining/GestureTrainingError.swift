import TFLiteFormat
import TensorRuntime
import VisionCore

/// Why gestures cannot be trained, read or written.
public enum GestureTrainingError: Error, Equatable, Sendable {
  /// There is no example at all: of these many pictures, none shows a hand.
  case noExamples(pictureCount: Int)
  /// All examples are of other poses.
  case onlyOtherPoses(exampleCount: Int)
  /// A folder has pictures, but no folder with pictures for a gesture.
  case noGestureFolders(path: String, pictureCount: Int)
  /// A folder that should have the pictures of a gesture has folders that seem to have them.
  case foldersInFolders(path: String)
  /// A gesture has no example with a hand.
  case noExample(gesture: String)
  /// An example of a motion shows no hand, or for less than a tenth of a second.
  case noMotion(source: String)
  /// All examples are alike, so that nothing says how far a gesture reaches.
  case allAlike
  /// There are more gestures than the limit.
  case tooManyGestures(count: Int, limit: Int)
  /// A gesture cannot have this name.
  case name(String, fault: GestureNameFault)
  /// An embedding does not have as many values as those before.
  case embeddingSize(source: String, found: Int, expected: Int)
  /// An embedding has a value that is not a number, or infinite.
  case notFinite(source: String)
  /// A softmax head needs examples of other poses, and there are none.
  case noBackground
  /// The other poses that come with the library were not shipped with the program: they are in none of these folders.
  case missingOtherPoses(places: [String])
  /// A file of other poses cannot be used.
  case damagedOtherPoses(path: String, reason: String)
  /// An option is out of its range.
  case invalidOption(name: String, value: Double, expected: ClosedRange<Double>)
  /// A line of a file of landmarks cannot be used; the first line is 1.
  case invalidLine(file: String, number: Int, reason: String)
  /// The examples next to a bundle cannot be used.
  case damagedExamples(path: String, reason: String)
  /// A folder or file cannot be read.
  case cannotRead(path: String, reason: String)
  /// A file cannot be written. It is what it was before.
  case cannotWrite(path: String, reason: String)
  /// The bundle to which the gestures are added cannot be used.
  case bundle(FormatError)
  /// The training would take more memory or time than the limit.
  case limit(ModelError)
  /// A network failed.
  case task(TaskError)
  /// The task that the caller runs in was cancelled.
  case cancelled
}

/// Why a gesture cannot have a name.
public enum GestureNameFault: Error, Equatable, Sendable {
  /// It has no characters.
  case empty
  /// It is the label that says "no gesture".
  case reserved
  /// It contains a line end or another control character: labels are the lines of a text.
  case controlCharacter
  /// It has more bytes than the limit.
  case tooLong(byteCount: Int, limit: Int)
  /// Another gesture has a name that looks the same but has other bytes.
  case doubled
}

extension GestureTrainingError: CustomStringConvertible {
  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .noExamples(let count):
      count == 0 ? "there are no examples" : "none of the \(count) pictures shows a hand"
    case .onlyOtherPoses(let count):
      count == 1 ? "the only example is of another pose" : "all \(count) examples are of other poses"
    case .noExample(let gesture): "“\(gesture.printable)” has no picture with a hand"
    case .noGestureFolders(let path, let count):
      "\(path.printable) has \(count) \(count == 1 ? "picture" : "pictures"), but no folder of pictures for a gesture"
    case .foldersInFolders(let path):
      "\(path.printable) has folders in folders: give the folder that has a folder of pictures for each gesture"
    case .noMotion(let source): "\(source.printable) shows no hand for a tenth of a second"
    case .allAlike: "the examples are all alike, so nothing says how far a gesture reaches"
    case .tooManyGestures(let count, let limit): "there are \(count) gestures, at most \(limit) are accepted"
    case .name(let name, let fault): "a gesture cannot be named “\(name.printable)”: \(fault.description)"
    case .embeddingSize(let source, let found, let expected):
      "\(source.printable): the embedding has \(found) values, expected \(expected)"
    case .notFinite(let source): "\(source.printable): the embedding has a value that is not finite"
    case .noBackground:
      "a softmax head needs examples of other poses, in a folder named none, or those that come with the library"
    case .missingOtherPoses(let places):
      "the other poses that come with the library were not shipped with the program: they are not in "
        + places.map(\.printable).joined(separator: ", nor in ")
    case .damagedOtherPoses(let path, let reason): "\(path.printable) has no other poses: \(reason)"
    case .damagedExamples(let path, let reason): "\(path.printable) has no examples: \(reason)"
    case .invalidOption(let name, let value, let expected):
      "\(name) is \(value), expected a number from \(expected.lowerBound) to \(expected.upperBound)"
    case .invalidLine(let file, let number, let reason): "\(file.printable), line \(number): \(reason.printable)"
    case .cannotRead(let path, let reason): "\(path.printable) cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path.printable) cannot be written: \(reason)"
    case .bundle(let error): error.description
    case .limit(let error): Self.description(error)
    case .task(let error): error.description
    case .cancelled: "the training was cancelled"
    }
  }
}

extension GestureTrainingError {
  /// A limit of models, of which the training is one more kind of use.
  private static func description(_ error: ModelError) -> String {
    switch error {
    case .memoryTooLarge(let byteCount, let limit):
      "the training needs \(byteCount) bytes of memory, the limit is \(limit)"
    case .tooSlow(let limit): "the training takes longer than the limit of \(limit) of processor time"
    case .waitedTooLong(let limit): "the training takes longer than \(limit) by the wall clock, most of it waiting"
    default: error.description
    }
  }
}

extension GestureNameFault: CustomStringConvertible {
  /// The reason, as the end of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .reserved: "the name is reserved for “no gesture”"
    case .controlCharacter: "it contains a line end or another control character"
    case .tooLong(let byteCount, let limit): "it has \(byteCount) bytes, the limit is \(limit)"
    case .doubled: "another gesture's name looks the same"
    }
  }
}
