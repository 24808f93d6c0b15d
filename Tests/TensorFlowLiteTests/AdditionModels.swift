import Foundation
import TFLiteFormat
import TestSupport

/// Models of additions, like those of the tests of Google's library: 3·x, and two signatures.
enum AdditionModels {
  private typealias Table = [Int: FlatWriter.Value]
  private typealias Value = FlatWriter.Value

  /// x + x + x; the shape of x is [1].
  static let floats = Data(model(graphs: [tripled(type: 0)]))
  /// The same of bytes with one scale for all.
  static let quantizedBytes = Data(model(graphs: [tripled(type: 3, scale: 0.003922)]))
  /// The same of signed bytes.
  static let signedBytes = Data(model(graphs: [tripled(type: 9, scale: 0.003922)]))
  /// Signatures "add", x + 2, and "sub", x − 3, each of a subgraph of its own.
  static let signatures = Data(
    model(
      graphs: [constantAdded(operator: 0, buffer: 1), constantAdded(operator: 1, buffer: 2)],
      constants: [2, 3], keys: ["add", "sub"]))
  /// A custom operator that nobody has.
  static let unknownOperator = Data(model(graphs: [tripled(type: 0)], customOperator: "Unheard"))

  /// Input, sum of two, sum of three.
  private static func tripled(type: Int, scale: Float? = nil) -> Table {
    var quantization: Table = [:]
    if let scale { quantization = [4: .table([2: .floats([scale]), 3: .int64s([0])])] }
    let tensors = ["input", "sum", "output"].map { name -> Table in
      [0: .int32s([1]), 1: .byte(type), 2: .int(0), 3: .string(name)].merging(quantization) { $1 }
    }
    let operators: [Table] = [
      [0: .int(0), 1: .int32s([0, 0]), 2: .int32s([1])], [0: .int(0), 1: .int32s([1, 0]), 2: .int32s([2])],
    ]
    return [0: .tables(tensors), 1: .int32s([0]), 2: .int32s([2]), 3: .tables(operators)]
  }

  private static func constantAdded(operator code: Int, buffer: Int) -> Table {
    let tensors: [Table] = [("x:0", 0), ("constant", buffer), ("Identity:0", 0)].map { name, buffer in
      [0: .int32s([1]), 1: .byte(0), 2: .int(buffer), 3: .string(name)]
    }
    return [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s([2]),
      3: .tables([[0: .int(code), 1: .int32s([0, 1]), 2: .int32s([2])]]),
    ]
  }

  private static func model(
    graphs: [Table], constants: [Float] = [], keys: [String] = [], customOperator: String? = nil
  ) -> [UInt8] {
    // ADD is 0 in the schema's numbers, SUB 41, CUSTOM 32.
    var codes: [Table] = [0, 41].map { [0: .byte($0), 2: .int(1), 3: .int($0)] }
    if let customOperator { codes[0] = [0: .byte(32), 1: .string(customOperator), 2: .int(1), 3: .int(32)] }
    let buffers: [Table] = constants.map { [0: .bytes(withUnsafeBytes(of: $0) { Array($0) })] }
    let signatures = keys.enumerated().map { index, key -> Table in
      [
        0: .tables([[0: .string("x"), 1: .int(0)]]), 1: .tables([[0: .string("output_0"), 1: .int(2)]]),
        2: .string(key), 4: .int(index),
      ]
    }
    return FlatWriter.buffer(
      root: [
        0: .int(3), 1: .tables(codes), 2: .tables(graphs), 3: .string("additions"), 4: .tables([[:]] + buffers),
        7: .tables(signatures),
      ], identifier: "TFL3")
  }
}

extension Data {
  /// The bytes of an array.
  init<T>(copying array: [T]) { self = array.withUnsafeBytes { Data($0) } }

  /// The array that the bytes are.
  func elements<T>(of type: T.Type) -> [T] {
    withUnsafeBytes { bytes in
      (0..<count / MemoryLayout<T>.stride).map {
        bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: T.self)
      }
    }
  }
}
