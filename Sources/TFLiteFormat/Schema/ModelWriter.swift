/// Writes a TFLite model: one subgraph of float tensors, built in the order in which it runs.
///
/// ```swift
/// var writer = ModelWriter(description: "half of the input")
/// let input = writer.addInput("input", shape: [1, 2])
/// let half = writer.addConstant("half", [0.5, 0.5], shape: [2])
/// let output = writer.apply(.multiply, to: [input, half], shape: [1, 2], name: "output")
/// let file = writer.encoded(outputs: [output])
/// ```
package struct ModelWriter {
  /// A tensor of the model.
  package struct Tensor: Sendable, Hashable {
    fileprivate let index: Int
  }

  private typealias Table = [Int: FlatWriter.Value]

  private let description: String
  private var inputs: [Tensor] = []
  private var tensors: [Table] = []
  private var operators: [Table] = []
  private var operations: [Operation] = []
  // Buffer 0 means "no data".
  private var buffers: [Table] = [[:]]

  /// A model without tensors.
  package init(description: String) {
    self.description = description
  }

  // MARK: Building

  /// Adds a tensor that the caller of the network sets.
  package mutating func addInput(_ name: String, shape: [Int]) -> Tensor {
    let tensor = addTensor(name, shape, buffer: 0)
    inputs.append(tensor)
    return tensor
  }

  /// Adds a constant.
  ///
  /// - Precondition: there is a value for each element of the shape.
  package mutating func addConstant(_ name: String, _ values: [Float], shape: [Int]) -> Tensor {
    precondition(values.count == shape.reduce(1, *), "the values must fill the shape")
    let bytes = values.map { $0.bitPattern.littleEndian }.withUnsafeBytes { Array($0) }
    return addTensor(name, shape, buffer: addBuffer(bytes))
  }

  /// Adds an operator and its output.
  ///
  /// - Parameters:
  ///   - operation: what it does.
  ///   - operands: its inputs.
  ///   - shape: that of its output.
  ///   - name: that of its output.
  package mutating func apply(
    _ operation: Operation, to operands: [Tensor], shape: [Int], name: String
  ) -> Tensor {
    let output = addTensor(name, shape, buffer: 0)
    let code = operations.firstIndex { $0.builtinCode == operation.builtinCode } ?? operations.count
    if code == operations.count { operations.append(operation) }
    var table: Table = [0: .int(code), 1: .int32s(operands.map { $0.index }), 2: .int32s([output.index])]
    if let options = operation.options {
      table[3] = .byte(options.type)
      table[4] = .table(options.fields)
    }
    operators.append(table)
    return output
  }

  // MARK: Encoding

  /// The bytes of the model.
  ///
  /// - Parameters:
  ///   - outputs: the tensors that the network computes.
  ///   - metadata: the content of the metadata's buffer; nil for none.
  package func encoded(outputs: [Tensor], metadata: [UInt8]? = nil) -> [UInt8] {
    var copy = self
    let subgraph: Table = [
      0: .tables(tensors), 1: .int32s(inputs.map { $0.index }), 2: .int32s(outputs.map { $0.index }),
      3: .tables(operators),
      4: .string("main"),
    ]
    // The older field has 8 bits. Each operator's first version has all that is used of it.
    let codes = operations.map { operation -> Table in
      [0: .byte(min(operation.builtinCode, 127)), 2: .int(1), 3: .int(operation.builtinCode)]
    }
    var root: Table = [0: .int(3), 1: .tables(codes), 2: .tables([subgraph]), 3: .string(description)]
    if let metadata {
      root[6] = .tables([[0: .string("TFLITE_METADATA"), 1: .int(copy.addBuffer(metadata))]])
    }
    root[4] = .tables(copy.buffers)
    return FlatWriter.buffer(root: root, identifier: "TFL3")
  }

  private mutating func addBuffer(_ bytes: [UInt8]) -> Int {
    buffers.append([0: .bytes(bytes)])
    return buffers.count - 1
  }

  private mutating func addTensor(_ name: String, _ shape: [Int], buffer: Int) -> Tensor {
    tensors.append([0: .int32s(shape), 1: .byte(0), 2: .int(buffer), 3: .string(name)])
    return Tensor(index: tensors.count - 1)
  }
}

extension ModelWriter {
  /// What an operator does.
  package enum Operation: Sendable, Hashable {
    /// The larger of each element and 0.
    case relu
    /// The product of each two elements.
    case multiply
    /// Elements of the operands one after the other, along the last axis of matrices.
    case concatenation
    /// A matrix product with weights `[outputs, inputs]` and a bias.
    case fullyConnected
    /// Exponentials of the elements of a row, divided by their sum.
    case softmax

    /// The value of the schema's `BuiltinOperator`.
    fileprivate var builtinCode: Int {
      switch self {
      case .relu: 19
      case .multiply: 18
      case .concatenation: 2
      case .fullyConnected: 9
      case .softmax: 25
      }
    }

    /// The member of the schema's `BuiltinOptions`, and its fields that do not have their defaults.
    fileprivate var options: (type: Int, fields: [Int: FlatWriter.Value])? {
      switch self {
      case .relu: nil
      case .multiply: (21, [:])
      case .concatenation: (10, [0: .int(1)])
      case .fullyConnected: (8, [:])
      case .softmax: (9, [0: .float(1)])
      }
    }
  }
}
