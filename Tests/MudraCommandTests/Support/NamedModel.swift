import TFLiteFormat
import TestSupport

/// Models whose texts are a test's choice: RELU from one input to as many outputs as there are names.
enum NamedModel {
  /// What stands in a model file as text.
  struct Texts {
    var input = "in"
    var description = "a model"
    var graph = "main"
    /// The name of a custom operator in place of RELU.
    var customOperator: String?
    /// The key and the arguments of a signature.
    var signature: String?
    /// Everything that metadata has as text, and the labels.
    var metadata: String?
    /// Whether the first extent of all tensors may vary.
    var leavesBatchOpen = false
  }

  /// The file: all tensors have two floats.
  static func bytes(outputs: [String], _ texts: Texts = Texts()) -> [UInt8] {
    typealias Table = [Int: FlatWriter.Value]
    let tensors: [Table] = ([texts.input] + outputs).map {
      let open: Table = texts.leavesBatchOpen ? [7: .int32s([-1, 2])] : [:]
      return [0: .int32s([1, 2]), 1: .byte(0), 2: .int(0), 3: .string($0)].merging(open) { $1 }
    }
    let operators: [Table] = outputs.indices.map { [0: .int(0), 1: .int32s([0]), 2: .int32s([$0 + 1])] }
    let subgraph: Table = [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s(Array(1...outputs.count)), 3: .tables(operators),
      4: .string(texts.graph),
    ]
    // RELU is 19 in the schema's numbers, CUSTOM 32.
    var code: Table = [0: .byte(19), 2: .int(1), 3: .int(19)]
    if let name = texts.customOperator { code = [0: .byte(32), 1: .string(name), 2: .int(1), 3: .int(32)] }
    var model: Table = [
      0: .int(3), 1: .tables([code]), 2: .tables([subgraph]), 3: .string(texts.description), 4: .tables([[:]]),
    ]
    if let key = texts.signature {
      let arguments = [0, 1].map { FlatWriter.Value.tables([[0: .string(key), 1: .int($0)]]) }
      model[7] = .tables([[0: arguments[0], 1: arguments[1], 2: .string(key), 4: .int(0)]])
    }
    guard let text = texts.metadata else { return FlatWriter.buffer(root: model, identifier: "TFL3") }
    let output: Table = [0: .string(text), 1: .string(text), 6: .tables([[0: .string(text), 2: .byte(2)]])]
    let metadata: Table = [
      0: .string(text), 1: .string(text), 2: .string(text), 4: .string(text), 5: .string(text),
      3: .tables([[2: .tables([[0: .string(text), 1: .string(text)]]), 3: .tables([output])]]),
    ]
    model[4] = .tables([[:], [0: .bytes(FlatWriter.buffer(root: metadata, identifier: "M001"))]])
    model[6] = .tables([[0: .string("TFLITE_METADATA"), 1: .int(1)], [0: .string(text), 1: .int(1)]])
    return ZipFile.bytes(
      of: [(name: text, data: Array("\(text)\n\(text)2".utf8))],
      after: FlatWriter.buffer(root: model, identifier: "TFL3"))
  }

  /// An array for the input.
  static func input(in folder: TemporaryFolder, as name: String = "in.npy") throws -> String {
    try folder.write(NPYFile(floats: [1, -1], shape: [1, 2]).encoded(), as: name)
  }

  /// The shipped gesture recognizer with other names for its gestures.
  ///
  /// - Parameter custom: the names of a custom classifier, which is a copy of the canned one; nil for none.
  static func recognizer(labels: [String], custom: [String]? = nil) throws -> [UInt8] {
    func rebuilt(_ bytes: Bytes, _ labels: [String]) throws -> [UInt8] {
      let start = bytes.array.firstRange(of: Array("PK\u{3}\u{4}".utf8))?.lowerBound ?? bytes.count
      var entries: [(name: String, data: [UInt8])] = []
      for entry in try Archive(bytes, allowingPrefix: true).entries {
        switch entry.name {
        case "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite":
          entries.append((entry.name, try rebuilt(entry.bytes, labels)))
        case let name where name.hasSuffix(".txt"):
          entries.append((name, Array(labels.joined(separator: "\n").utf8)))
        default: entries.append((entry.name, entry.bytes.array))
        }
        if entry.name == "canned_gesture_classifier.tflite", let custom {
          entries.append(("custom_gesture_classifier.tflite", try rebuilt(entry.bytes, custom)))
        }
      }
      return ZipFile.bytes(of: entries, after: Array(bytes.array.prefix(start)))
    }
    return try rebuilt(Bytes(contentsOfFile: TestFiles.shipped("gesture_recognizer.task")), labels)
  }
}
