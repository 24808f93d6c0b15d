import TFLiteFormat
import Testing

@Suite struct FormatErrorTests {
  @Test(
    arguments: [
      (
        .cannotOpen(path: "a.task", reason: "No such file or directory"),
        "cannot open a.task: No such file or directory"
      ),
      (
        .missingEntry(name: "hand_detector.tflite", available: ["a", "b"]),
        "the bundle has no “hand_detector.tflite”; it contains a, b"
      ),
      (.missingEntry(name: "x", available: []), "the bundle has no “x”; it contains nothing"),
      (
        .archive(.compressed(name: "a", method: 8)),
        "entry “a” is compressed (method 8); bundles must be stored without compression: "
          + "repack with “zip -0”"
      ),
      (
        .archive(.notAnArchive(isModel: true)),
        "this is a single TFLite model, not a .task bundle"
      ),
      (
        .archive(.checksum(name: "a", found: 255, expected: 16)), "entry “a” is damaged: CRC-32 is ff, expected 10"
      ),
      (
        .flatBuffer(.length(at: 24, count: 5)), "damaged FlatBuffer: vector at 24 with 5 elements does not fit"
      ),
      (
        .operation(subgraph: 0, index: 12, name: "CONV_2D", fault: .inputNeverWritten(input: 1, tensor: 7)),
        "subgraph 0, operator 12 CONV_2D, input 1: tensor 7 is not a constant, and nothing writes it"
      ),
      (
        .operation(subgraph: 0, index: 3, name: "?", fault: .codeIndex(9, count: 2)),
        "subgraph 0, operator 3 ?: operator code 9 does not exist, there are 2"
      ),
      (
        .tensor(subgraph: 1, tensor: 5, name: "w", fault: .constantByteCount(found: 7, expected: 8)),
        "subgraph 1, tensor 5 “w”: constant has 7 bytes, its shape and type need 8"
      ),
      (.model(.version(4)), "TFLite schema version 4, expected 3"),
      (
        .model(.tooManyOperators(subgraph: 1, count: 3, limit: 2)), "subgraph 1 has 3 operators, the limit is 2"
      ),
      (.metadata(.missingFile(name: "l.txt")), "model metadata: file “l.txt” is not appended to the model"),
      (
        .waitedTooLong(limit: .seconds(20)),
        "the model takes longer than 20.0 seconds by the wall clock, most of it waiting"
      ),
    ] as [(FormatError, String)])
  func `an error makes a sentence`(error: FormatError, sentence: String) {
    #expect(error.description == sentence)
    #expect("\(error)" == sentence)
  }

  @Test func `names from files cannot command the terminal or flood it`() {
    let name = "\u{1B}[2J\n" + String(repeating: "x", count: 1000)
    let text = FormatError.missingEntry(name: name, available: [name]).description
    #expect(!text.contains("\u{1B}") && !text.contains("\n"))
    #expect(text.contains("\\u{1b}[2J\\u{a}xxx"))
    #expect(text.count < 300)
  }
}
