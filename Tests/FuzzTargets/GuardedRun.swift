import TensorRuntime
import TestSupport

/// A node run by itself, on operands between inaccessible pages.
///
/// Address Sanitizer does not see what emitted code reads and writes, but the pages do: one element too far ends the
/// process.
struct GuardedRun {
  /// The outputs' bytes.
  let outputs: [[UInt8]]
  /// The fault that the node found in its inputs' values, if any.
  let fault: OperatorError?

  /// Prepares a node and runs it on a single thread.
  ///
  /// - Parameters:
  ///   - graph: the graph; its first node is run.
  ///   - inputs: the bytes of the values that the caller sets, by value.
  ///   - provider: the kernels to use; nil for the fastest.
  ///   - side: the end of each operand that is next to a page.
  /// - Throws: `OperatorError` if the node cannot be prepared, and a finding if it writes to its inputs.
  init(
    _ graph: Graph, inputs: [Int: [UInt8]], provider: KernelProvider?, against side: PageEndMemory<UInt8>.Side
  ) throws {
    let node = graph.nodes[0]
    let prepared = try node.inference.prepare(
      PreparationContext(
        inputs: graph.operands(of: node), outputs: node.outputs.map { graph.values[$0].type }, provider: provider))
    let operands = try node.inputs.enumerated().map { index, value -> PageEndMemory<UInt8>? in
      guard let value, node.operation.readsAtRunTime(index) else { return nil }
      let zeros = [UInt8](
        repeating: 0, count: node.operation.keepsState(index) ? graph.values[value].type.byteCount : 0)
      let bytes = graph.values[value].constant.map { $0.withUnsafeBytes { Array($0) } } ?? inputs[value] ?? zeros
      return try Self.memory(bytes, side)
    }
    // NaNs in floats, so that elements that are never written show.
    let results = try node.outputs.map { output in
      try Self.memory([UInt8](repeating: 0xFF, count: graph.values[output].type.byteCount), side)
    }
    // Sessions align scratch to a vector.
    let scratch = try Self.memory([UInt8](repeating: 0xFF, count: (prepared.scratchByteCount + 63) / 64 * 64), .end)
    let readOnly = operands.indices.filter { !node.operation.keepsState($0) }
    let before = readOnly.map { operands[$0]?.values }
    var fault: OperatorError?
    let inputPointers = operands.map { $0.map { UnsafeMutableRawPointer($0.pointer) } } + [nil]
    let outputPointers = results.map { Optional(UnsafeMutableRawPointer($0.pointer)) } + [nil]
    inputPointers.withUnsafeBufferPointer { inputs in
      outputPointers.withUnsafeBufferPointer { outputs in
        guard let inputs = inputs.baseAddress, let outputs = outputs.baseAddress else { return }
        prepared.run(
          OperatorIO(
            inputs: inputs, outputs: outputs, scratch: UnsafeMutableRawPointer(scratch.pointer), fault: &fault))
      }
    }
    outputs = results.map(\.values)
    try FuzzTarget.require(
      (operands + results + [scratch]).allSatisfy { $0?.isBorderIntact ?? true },
      "\(node.name) writes beyond its operands")
    self.fault = fault
    try FuzzTarget.require(readOnly.map { operands[$0]?.values } == before, "\(node.name) writes to its inputs")
  }

  private static func memory(_ bytes: [UInt8], _ side: PageEndMemory<UInt8>.Side) throws -> PageEndMemory<UInt8> {
    guard let memory = PageEndMemory(bytes, against: side) else {
      throw FuzzTarget.Finding(description: "no memory for \(bytes.count) bytes")
    }
    return memory
  }
}
