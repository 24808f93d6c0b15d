import TFLiteFormat
import TensorRuntime

/// The file of a model that is one use of an operator, however wrong.
struct OneOperator {
  /// A tensor: an input of the model, a constant, or what the operator computes.
  struct Tensor {
    let shape: [Int]
    var type = ElementType.float32
    var data: [UInt8]?
    var sparsity: FlatWriter.Value?

    /// A tensor without data.
    static func empty(_ shape: [Int], _ type: ElementType = .float32) -> Tensor { Tensor(shape: shape, type: type) }

    /// A constant of int32 elements.
    static func integers(_ values: [Int32], _ shape: [Int]? = nil) -> Tensor {
      Tensor(shape: shape ?? [values.count], type: .int32, data: values.flatMap { value in bytes(value) })
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
  /// The number in the schema; that of the registry's operator unless said otherwise.
  var code: Int?
  var options: [Int: FlatWriter.Value] = [:]
  var inputs: [Tensor?]
  /// What the operator's inputs are, by tensor, where they are not one after the other.
  var inputIndices: [Int]?
  /// The model's inputs, by tensor; all without data unless said otherwise.
  var graphInputs: [Int]?
  var outputs: [Tensor] = [.empty([1])]

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
      table[6] = tensor.sparsity
      return table
    }
    var next = -1
    let places = inputs.map { input -> Int in
      guard input != nil else { return -1 }
      next += 1
      return next
    }
    let code = code ?? OperatorRegistry.all.first { $0.tfliteName == name }?.builtinCode ?? 0
    let results = Array(present.count..<present.count + outputs.count)
    let graph: [Int: Value] = [
      0: .tables(tensors), 1: .int32s(graphInputs ?? present.indices.filter { present[$0].data == nil }),
      2: .int32s(results),
      3: .tables([
        [1: .int32s(inputIndices ?? places), 2: .int32s(results), 3: .byte(1), 4: .table(options)]
      ]),
    ]
    return FlatWriter.buffer(
      root: [
        0: .int(3), 1: .tables([[0: .byte(min(code, 127)), 3: .int(code)]]), 2: .tables([graph]),
        4: .tables(buffers),
      ], identifier: "TFL3")
  }

  /// Reads the file, prepares the model and runs it on zeros; gives the outputs' shapes.
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
