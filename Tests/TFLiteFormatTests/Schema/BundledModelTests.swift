import TFLiteFormat
import TestSupport
import Testing

/// The contents of the shipped bundles; the expected numbers are LiteRT's.
@Suite struct BundledModelTests {
  /// The expected facts of one model.
  struct Expectation: CustomTestStringConvertible, Sendable {
    let bundle: String
    let name: String
    let byteCount: Int
    let tensorCount: Int
    let bufferCount: Int
    let operators: [String: Int]
    let inputs: [[Int]]
    let outputs: [[Int]]

    var testDescription: String { name }
  }

  static let expectations = [
    Expectation(
      bundle: "hand_landmarker.task", name: "hand_detector.tflite", byteCount: 2_339_846, tensorCount: 413,
      bufferCount: 286,
      operators: [
        "DEQUANTIZE": 133, "CONV_2D": 35, "PRELU": 31, "DEPTHWISE_CONV_2D": 28, "ADD": 30, "MAX_POOL_2D": 4, "PAD": 3,
        "RESIZE_BILINEAR": 2, "RESHAPE": 4, "CONCATENATION": 2,
      ],
      inputs: [[1, 192, 192, 3]], outputs: [[1, 2016, 18], [1, 2016, 1]]),
    Expectation(
      bundle: "hand_landmarker.task", name: "hand_landmarks_detector.tflite", byteCount: 5_478_917, tensorCount: 269,
      bufferCount: 173,
      operators: [
        "DEQUANTIZE": 102, "CONV_2D": 31, "DEPTHWISE_CONV_2D": 16, "ADD": 9, "MEAN": 1, "FULLY_CONNECTED": 4,
        "LOGISTIC": 2,
      ],
      inputs: [[1, 224, 224, 3]], outputs: [[1, 63], [1, 1], [1, 1], [1, 63]]),
    Expectation(
      bundle: "hand_gesture_recognizer.task", name: "gesture_embedder.tflite", byteCount: 628_312, tensorCount: 176,
      bufferCount: 179,
      operators: [
        "SUB": 7, "GATHER": 2, "MEAN": 2, "UNPACK": 2, "REDUCE_MAX": 4, "REDUCE_MIN": 4, "MAXIMUM": 2, "RESHAPE": 4,
        "STRIDED_SLICE": 2, "ADD": 30, "DIV": 2, "CONCATENATION": 2, "FULLY_CONNECTED": 19, "LOGISTIC": 15, "MUL": 29,
      ],
      inputs: [[1, 21, 3], [1, 1], [1, 21, 3]], outputs: [[1, 128]]),
    Expectation(
      bundle: "hand_gesture_recognizer.task", name: "canned_gesture_classifier.tflite", byteCount: 7445,
      tensorCount: 9, bufferCount: 13, operators: ["MUL": 1, "ADD": 1, "FULLY_CONNECTED": 1, "SOFTMAX": 1],
      inputs: [[1, 128]], outputs: [[1, 8]]),
  ]

  @Test func `the bundles hold what they should`() throws {
    #expect(
      try Files.bundle("hand_landmarker.task").entries.map(\.name)
        == ["hand_detector.tflite", "hand_landmarks_detector.tflite"])
    let bundle = try Files.bundle("gesture_recognizer.task")
    #expect(bundle.entries.map(\.name) == ["hand_landmarker.task", "hand_gesture_recognizer.task"])
    #expect(
      try Archive(bundle.entry(named: "hand_gesture_recognizer.task")).entries.map(\.name)
        == ["gesture_embedder.tflite", "canned_gesture_classifier.tflite"])
    #expect(throws: FormatError.self) { try bundle.entry(named: "hand_detector.tflite") }
  }

  @Test(arguments: expectations) func `the models are those that LiteRT reads`(expected: Expectation) throws {
    let model = try Files.model(expected.bundle, expected.name)
    #expect(model.bytes.count == expected.byteCount)
    #expect(model.subgraphs.count == 1)
    #expect(model.description == "MLIR Converted.")
    let graph = model.subgraphs[0]
    #expect(graph.tensors.count == expected.tensorCount)
    #expect(model.buffers.count == expected.bufferCount)
    let names = graph.operators.map { model.operatorCodes[$0.codeIndex].name }
    #expect(Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +) == expected.operators)
    #expect(graph.inputs.map { graph.tensors[$0].shape } == expected.inputs)
    #expect(graph.outputs.map { graph.tensors[$0].shape } == expected.outputs)
  }

  @Test func `the landmark bundle and the one inside the gesture bundle are the same`() throws {
    let inner = try Archive(Files.bundle("gesture_recognizer.task").entry(named: "hand_landmarker.task"))
    #expect(inner.entries.count == 2)
    for (one, other) in zip(inner.entries, try Files.bundle("hand_landmarker.task").entries) {
      #expect(one.bytes.array == other.bytes.array)
    }
  }
}
