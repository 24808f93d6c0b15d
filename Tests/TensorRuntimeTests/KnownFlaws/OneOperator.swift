import TFLiteFormat
import TensorRuntime
import TestSupport

/// The file of a model with one use of an operator, however wrong.
struct OneOperator {
  /// A tensor: an input of the model, a constant, or what the operator computes.
  struct Tensor {
    let shape: [Int]
    var type = ElementType.float32
    var data: [UInt8]?
    var quantization: FlatWriter.Value?
    var sparsity: FlatWriter.Value?

    /// A tensor without data.
    static func empty(_ shape: [Int], _ type: ElementType = .float32) -> Tensor { Tensor(shape: shape, type: type) }

    /// A constant of int32 elements.
    static func integers(_ values: [Int32], _ shape: [Int]? = nil) -> Tensor {
      Tensor(shape: shape ?? [values.count], type: .int32, data: values.flatMap { value in bytes(value) })
    }

    /// A constant of two dimensions of which the file has one element, of value 1 in its lowest byte: the first one.
    static func sparse(_ shape: [Int], _ type: ElementType = .float32, scale: Float? = nil) -> Tensor {
      let segments = [0] + [Int](repeating: 1, count: shape[0])
      return Tensor(
        shape: shape, type: type, data: [1] + [UInt8](repeating: 0, count: (type.byteCount ?? 1) - 1),
        quantization: scale.map { quantized([$0]) },
        sparsity: .table([
          0: .int32s([0, 1]),
          2: .tables([
            [0: .byte(0), 1: .int(shape[0])],
            [
              0: .byte(1), 2: .byte(1), 3: .table([0: .int32s(segments)]), 4: .byte(1),
              5: .table([0: .int32s([0])]),
            ],
          ]),
        ]))
    }

    /// Scales and zero points of a tensor.
    static func quantized(_ scales: [Float], zeroPoints: [Int64]? = nil, axis: Int = 0) -> FlatWriter.Value {
      .table([
        2: .floats(scales), 3: .int64s(zeroPoints ?? scales.map { _ in 0 }), 6: .int(axis),
      ])
    }

    /// A constant of ones.
    static func ones(_ shape: [Int]) -> Tensor {
      let count = shape.reduce(1, *)
      return Tensor(shape: shape, data: (0..<count).flatMap { _ in bytes(Int32(bitPattern: Float(1).bitPattern)) })
    }

    private static func bytes(_ value: Int32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  /// TFLite's name of the operator.
  let name: String
  /// The number in the schema; by default, that of the registry's operator.
  var code: Int?
  /// The options of the custom operator `name`; nil if it is not custom.
  var customOptions: [UInt8]?
  var options: [Int: FlatWriter.Value] = [:]
  var inputs: [Tensor?]
  /// The operator's inputs, by tensor, if they are not consecutive.
  var inputIndices: [Int]?
  /// The model's inputs, by tensor; by default, all without data.
  var graphInputs: [Int]?
  var outputs: [Tensor] = [.empty([1])]
  /// Tensors that hold nothing, by index.
  var intermediates: [Int] = []

  /// The file.
  var bytes: [UInt8] {
    typealias Value = FlatWriter.Value
    let present = inputs.compactMap { $0 }
    var buffers: [[Int: Value]] = [[:]]
    let tensors: [[Int: Value]] = (present + outputs).enumerated().map { index, tensor in
      var table: [Int: Value] = [
        0: .int32s(tensor.shape), 1: .byte(Int(tensor.type.rawValue)), 3: .string("t\(index)"),
      ]
      if let data = tensor.data {
        table[2] = .int(buffers.count)
        buffers.append([0: .bytes(data)])
      }
      table[4] = tensor.quantization
      table[6] = tensor.sparsity
      return table
    }
    var next = -1
    let places = inputs.map { input -> Int in
      guard input != nil else { return -1 }
      next += 1
      return next
    }
    var codeTable: [Int: Value] = [:]
    if customOptions != nil { codeTable = [1: .string(name), 2: .int(2)] }
    let code =
      customOptions != nil ? 32 : code ?? OperatorRegistry.all.first { $0.tfliteName == name }?.builtinCode ?? 0
    let results = Array(present.count..<present.count + outputs.count)
    codeTable[0] = .byte(min(code, 127))
    codeTable[3] = .int(code)
    var operation: [Int: Value] = [1: .int32s(inputIndices ?? places), 2: .int32s(results)]
    if !intermediates.isEmpty { operation[8] = .int32s(intermediates) }
    if let customOptions {
      operation[5] = .bytes(customOptions)
    } else {
      operation[3] = .byte(1)
      operation[4] = .table(options)
    }
    let graph: [Int: Value] = [
      0: .tables(tensors), 1: .int32s(graphInputs ?? present.indices.filter { present[$0].data == nil }),
      2: .int32s(results),
      3: .tables([operation]),
    ]
    return FlatWriter.buffer(
      root: [
        0: .int(3), 1: .tables([codeTable]), 2: .tables([graph]),
        4: .tables(buffers),
      ], identifier: "TFL3")
  }

  /// Reads the file, prepares the model and runs it on zeros; returns the outputs' shapes.
  @discardableResult
  func run() throws -> [[Int]] {
    let session = try Session(Plan(Model(Bytes(bytes))))
    try session.run()
    return session.plan.outputs.map(\.shape)
  }

  /// The error of the one operator.
  func error(_ fault: OperatorError) -> ModelError { .node(index: 0, name: name, fault) }

  /// The error of the operator's place in its graph.
  func error(_ fault: OperatorFault) -> FormatError { .operation(subgraph: 0, index: 0, name: name, fault: fault) }
}
