import TFLiteFormat
import TestSupport

/// Writes models that apply one operator to every input, for bundles with an unsuitable network.
enum TinyModel {
  /// LOGISTIC, in the schema's numbers.
  static let logistic = 14

  /// A model of `outputs` uses of an operator on one input, all tensors of one shape.
  ///
  /// - Parameters:
  ///   - labels: written as the labels of output 0 if not nil.
  ///   - scoreThreshold: written as the threshold of output 0 if not nil.
  static func model(
    shape: [Int], inputs: Int = 1, outputs: Int = 1, operatorCode: Int = logistic, elementType: Int = 0,
    labels: [String]? = nil, scoreThreshold: Float? = nil
  ) -> [UInt8] {
    typealias Value = FlatWriter.Value
    let tensors: [[Int: Value]] = (0..<inputs + outputs).map {
      [0: .int32s(shape), 1: .byte(elementType), 2: .int(0), 3: .string("tensor \($0)")]
    }
    let operators: [[Int: Value]] = (0..<outputs).map {
      [0: .int(0), 1: .int32s([0]), 2: .int32s([inputs + $0])]
    }
    let subgraph: [Int: Value] = [
      0: .tables(tensors), 1: .int32s(Array(0..<inputs)), 2: .int32s(Array(inputs..<inputs + outputs)),
      3: .tables(operators), 4: .string("main"),
    ]
    var model: [Int: Value] = [
      0: .int(3), 1: .tables([[0: .byte(min(operatorCode, 127)), 2: .int(1), 3: .int(operatorCode)]]),
      2: .tables([subgraph]), 3: .string("tiny"), 4: .tables([[:], [:]]),
    ]
    guard labels != nil || scoreThreshold != nil else {
      return FlatWriter.buffer(root: model, identifier: "TFL3")
    }
    var output: [Int: Value] = [0: .string("scores")]
    if labels != nil {
      output[6] = .tables([[0: .string("labels.txt"), 2: .byte(2)]])
    }
    if let scoreThreshold {
      output[4] = .tables([[0: .byte(3), 1: .table([0: .float(scoreThreshold)])]])
    }
    let metadata = FlatWriter.buffer(
      root: [0: .string("tiny"), 3: .tables([[2: .tables([[0: .string("in")]]), 3: .tables([output])]])],
      identifier: "M001")
    model[4] = .tables([[:], [0: .bytes(metadata)]])
    model[6] = .tables([[0: .string("TFLITE_METADATA"), 1: .int(1)]])
    let bytes = FlatWriter.buffer(root: model, identifier: "TFL3")
    guard let labels else { return bytes }
    let text = Array(labels.joined(separator: "\n").utf8)
    return ZipFile.bytes(of: [("labels.txt", text)], after: bytes)
  }
}
