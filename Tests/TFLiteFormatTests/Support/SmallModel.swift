import TFLiteFormat

/// A model of two operators, as a tree of FlatBuffers values that a test changes before writing it:
/// `RELU` turns tensor 0 (the input) into 1, `ADD` turns 1 and the constant 2 into 3 (the output).
struct SmallModel {
  typealias Table = [Int: FlatWriter.Value]

  var version = 3
  var identifier = "TFL3"
  /// RELU and ADD.
  var codes: [Table] = [[0: .byte(19), 2: .int(1), 3: .int(19)], [0: .byte(0), 3: .int(0)]]
  /// Buffer 0 is empty as always, 1 holds the constant.
  var buffers: [Table] = [[:], [0: .bytes([0, 0, 128, 63, 0, 0, 0, 64])]]
  var tensors: [Table] = [
    [0: .int32s([1, 2]), 3: .string("input")],
    [0: .int32s([1, 2]), 3: .string("middle")],
    [0: .int32s([2]), 2: .int(1), 3: .string("bias")],
    [0: .int32s([1, 2]), 3: .string("output")],
  ]
  var operators: [Table] = [
    [0: .int(0), 1: .int32s([0]), 2: .int32s([1])],
    [0: .int(1), 1: .int32s([1, 2]), 2: .int32s([3]), 3: .byte(11), 4: .table([0: .byte(1)])],
  ]
  var inputs = [0]
  var outputs = [3]
  var metadata: [Table] = []
  var signatures: [Table] = []
  var moreSubgraphs: [Table] = []
  /// Other fields of the root.
  var more: Table = [:]

  /// The model's file.
  var bytes: Bytes { Bytes(array) }

  /// The model's file.
  var array: [UInt8] {
    let subgraph: Table = [
      0: .tables(tensors), 1: .int32s(inputs), 2: .int32s(outputs), 3: .tables(operators), 4: .string("main"),
    ]
    let root: Table = [
      0: .int(version), 1: .tables(codes), 2: .tables([subgraph] + moreSubgraphs), 3: .string("two operators"),
      4: .tables(buffers), 6: .tables(metadata), 7: .tables(signatures),
    ]
    return FlatWriter.buffer(root: root.merging(more) { $1 }, identifier: identifier)
  }

  /// What the model looks like after `edit`.
  static func edited(_ edit: (inout SmallModel) -> Void) -> SmallModel {
    var model = SmallModel()
    edit(&model)
    return model
  }
}
