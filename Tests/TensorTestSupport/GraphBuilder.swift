import TFLiteFormat
import TensorRuntime
import TestSupport

/// A small graph, built in the order in which it runs.
package struct GraphBuilder {
  private var values: [Graph.Value] = []
  private var nodes: [Graph.Node] = []
  private var inputs: [Int] = []

  /// An empty graph.
  package init() {}

  /// A tensor that the caller sets.
  package mutating func input(_ shape: [Int], _ elementType: ElementType = .float32) throws -> Int {
    values.append(Graph.Value(name: "input", type: try TensorType(elementType, shape)))
    inputs.append(values.count - 1)
    return values.count - 1
  }

  /// A tensor that a session keeps from run to run.
  package mutating func state(_ shape: [Int]) throws -> Int { state(try TensorType(.float32, shape)) }

  private mutating func state(_ type: TensorType) -> Int {
    let key = StateKey.tensor(subgraph: 0, index: values.count)
    values.append(Graph.Value(name: "state", type: type, state: key))
    return values.count - 1
  }

  /// A constant of floats.
  package mutating func constant(_ floats: [Float], _ shape: [Int]? = nil) throws -> Int {
    try constant(.float32, shape ?? [floats.count], floats.flatMap { bytes($0.bitPattern) })
  }

  /// A constant of int32, such as axes; one-dimensional by default.
  package mutating func integers(_ integers: [Int32], _ shape: [Int]? = nil) throws -> Int {
    try constant(.int32, shape ?? [integers.count], integers.flatMap { bytes($0) })
  }

  /// A constant of int64.
  package mutating func longs(_ integers: [Int64], _ shape: [Int]? = nil) throws -> Int {
    try constant(.int64, shape ?? [integers.count], integers.flatMap { bytes($0) })
  }

  /// A constant of half-precision bits.
  package mutating func halves(_ bits: [UInt16], _ shape: [Int]? = nil) throws -> Int {
    try constant(.float16, shape ?? [bits.count], bits.flatMap { bytes($0) })
  }

  /// A constant of quantized bytes, with zero point 0.
  package mutating func bytes(_ values: [Int8], _ shape: [Int], scale: Float) throws -> Int {
    try constant(
      .int8, shape, values.map { UInt8(bitPattern: $0) }, TensorQuantization(scale: scale, zeroPoint: 0))
  }

  private mutating func constant(
    _ elementType: ElementType, _ shape: [Int], _ bytes: [UInt8], _ quantization: TensorQuantization? = nil
  ) throws -> Int {
    let type = try TensorType(elementType, shape, quantization: quantization)
    values.append(
      Graph.Value(name: "constant", type: type, constant: try ConstantTensor(type, bytes: Bytes(bytes))))
    return values.count - 1
  }

  private func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Uses an operator; returns its outputs, whose types a file may have declared.
  package mutating func applyAll(
    _ operation: any AnyOperation, _ operands: [Int?], declared: [TensorType] = []
  ) throws -> [Int] {
    let operands = operands + (operation.keptType.map { [state($0)] } ?? [])
    let inference = try operation.inferLowered(
      Operands(
        operands.map { value in
          value.map { Operand(values[$0].type, constant: values[$0].constant, isState: values[$0].state != nil) }
        }, declaredOutputs: declared), Lowering())
    let outputs = inference.outputs.map { type in
      values.append(Graph.Value(name: "computed", type: type))
      return values.count - 1
    }
    nodes.append(Graph.Node(index: nodes.count, inference: inference, inputs: operands, outputs: outputs))
    return outputs
  }

  package mutating func applyAll(
    _ operation: some Operator, _ operands: [Int?], declared: [TensorType] = []
  ) throws -> [Int] {
    try applyAll(OperationBox(operation), operands, declared: declared)
  }

  /// Uses an operator that has one output.
  package mutating func apply(_ operation: any AnyOperation, _ operands: Int?...) throws -> Int {
    try applyAll(operation, operands)[0]
  }

  package mutating func apply(_ operation: some Operator, _ operands: Int?...) throws -> Int {
    try applyAll(operation, operands)[0]
  }

  /// The graph so far.
  package func graph(outputs: [Int]) -> Graph {
    Graph(values: values, nodes: nodes, inputs: inputs, outputs: outputs)
  }
}

extension OperatorOptions {
  /// No option table: every option has the schema's default.
  package static let defaults = OperatorOptions(nil)

  /// Options by field number, of operators of any age.
  package static func fields(_ fields: [Int: FlatWriter.Value]) throws -> OperatorOptions {
    let table = try FlatTable(
      rootOf: Bytes(FlatWriter.buffer(root: fields, identifier: "TEST")), identifier: "TEST")
    return OperatorOptions(table, newer: table)
  }

  /// The options of a convolution of stride 1; padding 0 is same, 1 is valid.
  package static func convolution(padding: Int, stride: Int = 1, activation: Int = 0) throws -> OperatorOptions {
    try fields([0: .byte(padding), 1: .int(stride), 2: .int(stride), 3: .byte(activation)])
  }

  /// The same for a depthwise convolution.
  package static func depthwise(padding: Int, stride: Int = 1, activation: Int = 0) throws -> OperatorOptions {
    try fields([0: .byte(padding), 1: .int(stride), 2: .int(stride), 3: .int(1), 4: .byte(activation)])
  }
}

extension Session {
  /// Sets float inputs, runs, and returns the outputs.
  package func results(_ inputs: [[Float]]) throws -> [[Float]] {
    for (index, input) in inputs.enumerated() { setInput(index, input) }
    try run()
    return plan.outputs.indices.map { output($0) }
  }

  /// Sets a float input.
  package func setInput(_ index: Int, _ values: [Float]) {
    withInput(index) { bytes in
      for (position, value) in values.enumerated() {
        bytes.storeBytes(of: value, toByteOffset: position * 4, as: Float.self)
      }
    }
  }

  /// A float output.
  package func output(_ index: Int) -> [Float] {
    withOutput(index) { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }
}

extension Plan {
  /// A plan of a graph made by hand.
  package convenience init(_ graph: Graph, provider: KernelProvider? = nil) throws {
    try self.init(graph, provider: provider, limits: ModelLimits())
  }
}
