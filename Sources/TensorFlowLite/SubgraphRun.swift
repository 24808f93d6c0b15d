import Foundation
import TFLiteFormat
import TensorRuntime

/// The tensors of one subgraph that a caller sets and reads: first their shapes, then, once allocated, what runs them.
struct SubgraphRun {
  /// A tensor as it is now.
  struct TensorCopy {
    let name: String
    let description: TensorDescription
    let data: Data
  }

  /// The tensors' indices in the subgraph.
  let inputs: [Int], outputs: [Int]

  private let model: Model
  private let graph: Subgraph
  private let signature: String?
  private let options: Interpreter.Options
  /// The shapes that were asked for.
  private var shapes: [[Int]]
  private var runtime: TensorRuntime.Interpreter?
  /// Whether the runtime was prepared for the shapes.
  private var isAllocated = false
  /// Whether the outputs were computed.
  private var hasRun = false

  init(
    _ model: Model, _ graph: Subgraph, signature: String? = nil, inputs: [Int], outputs: [Int],
    options: Interpreter.Options?
  ) {
    self.model = model
    self.graph = graph
    self.signature = signature
    (self.inputs, self.outputs) = (inputs, outputs)
    self.options = options ?? Interpreter.Options()
    shapes = inputs.map { graph.tensors[$0].shape }
  }

  // MARK: Shapes

  /// False if there can be no tensor of this shape.
  mutating func resize(_ index: Int, to shape: [Int]) -> Bool {
    guard (try? TensorType(graph.tensors[inputs[index]].elementType, shape)) != nil else { return false }
    if shape != shapes[index] { isAllocated = false }
    shapes[index] = shape
    return true
  }

  mutating func allocate() throws(ModelError) {
    if isAllocated { return }
    if let runtime {
      try runtime.resizeInputs(to: shapes)
    } else {
      runtime = try TensorRuntime.Interpreter(
        model, signature: signature, inputShapes: shapes, options: options.planOptions,
        threads: options.threadCount ?? 1)
    }
    (isAllocated, hasRun) = (true, false)
  }

  private var allocated: TensorRuntime.Interpreter? { isAllocated ? runtime : nil }

  // MARK: Values

  /// Nil if the tensors are not allocated, as in the other functions.
  func inputByteCount(_ index: Int) -> Int? { allocated?.inputs[index].byteCount }

  func inputElementCount(_ index: Int) -> Int? { allocated?.inputs[index].elementCount }

  func set(_ index: Int, toRealNumbers numbers: [Float]) -> Bool {
    allocated?.setInput(index, toRealNumbers: numbers) ?? false
  }

  /// Nil within nil for elements that are neither integers nor floats.
  func realNumbers(ofOutput index: Int) -> [Float]?? {
    guard let allocated, hasRun || allocated.plan != nil else { return nil }
    return .some(allocated.realNumbers(ofOutput: index))
  }

  /// The input with its new contents.
  ///
  /// - Precondition: the data has the size of the input.
  func set(_ index: Int, to data: Data) -> TensorCopy? {
    withInput(index) { memory in _ = data.copyBytes(to: memory) }
    // A slice begins at another index than 0.
    return input(index, data.startIndex == 0 ? data : Data(data))
  }

  func input(_ index: Int) -> TensorCopy? { withInput(index) { Data($0) }.flatMap { input(index, $0) } }

  private func input(_ index: Int, _ data: Data) -> TensorCopy? {
    allocated.map {
      TensorCopy(name: graph.tensors[inputs[index]].name, description: $0.inputs[index], data: data)
    }
  }

  func withInput<R>(_ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R? {
    try allocated?.withInput(index, body)
  }

  func output(_ index: Int) -> TensorCopy? {
    guard let allocated, let data = withOutput(index, { Data($0) }) else { return nil }
    return TensorCopy(
      name: graph.tensors[outputs[index]].name, description: allocated.outputs[index], data: data)
  }

  /// Nil also if the shapes of outputs are not known before a run, and there was none.
  func withOutput<R>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
    guard let allocated, hasRun || allocated.plan != nil else { return nil }
    return try allocated.withOutput(index, body)
  }

  /// False if the tensors are not allocated.
  mutating func invoke() throws(ModelError) -> Bool {
    guard let allocated else { return false }
    // A run that fails may stop at any stage.
    hasRun = false
    try allocated.run()
    hasRun = true
    return true
  }
}
