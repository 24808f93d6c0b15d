import Foundation
import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct LowerQuantizationTests {
  private func model(_ name: String) throws -> Model {
    let folder = PackageFolders.fixtures(of: "TensorRuntimeTests").appendingPathComponent("quantized")
    return try Model(Bytes(contentsOfFile: folder.appendingPathComponent("\(name).tflite").path))
  }

  /// What goes by way of floats takes several nodes: the segmenter's resizing, and each layer of dynamic range. All of
  /// the classifier is in integers where machine code multiplies bytes.
  @Test(arguments: [("classifier_int8", false), ("classifier_dynamic", true), ("segmenter_int8", true)])
  func `a quantized graph is read as the file has it, and lowered by a pass`(_ name: String, hasFloats: Bool) throws {
    let model = try model(name)
    var graph = try Graph(model)
    let names = model.subgraphs[0].operators.map { model.operatorCodes[$0.codeIndex].name }
    #expect(graph.nodes.map(\.name) == names)
    let types = graph.outputs.map { graph.values[$0].type }
    let values = graph.values.count
    try graph.lowerQuantization()
    if hasFloats {
      #expect(graph.nodes.count > names.count)
      #expect(graph.values.count > values)
    } else {
      // Its last operator has a form in integers, with any code.
      #expect(names.contains("SOFTMAX"))
      #expect(!graph.nodes.contains { $0.operation(Softmax.self) != nil })
    }
    // The nodes of a form are where the operator was.
    #expect(graph.nodes.map(\.index) == graph.nodes.map(\.index).sorted())
    #expect(Set(graph.nodes.map(\.index)) == Set(names.indices))
    #expect(graph.outputs.map { graph.values[$0].type } == types)
    let lowered = graph.nodes.count
    try graph.lowerQuantization()
    #expect(graph.nodes.count == lowered)
  }

  /// Each provider's families decide, not what this processor could do.
  @Test(arguments: [KernelProvider.simd, .reference])
  func `a graph is lowered for the requested kernels`(_ provider: KernelProvider) throws {
    var graph = try Graph(model("classifier_int8"), options: PlanOptions(provider: provider))
    #expect(graph.nodes.count == 16)
    try graph.lowerQuantization(Lowering(requested: provider))
    // A product of integral floats, and steps from and to bytes around it.
    #expect(graph.nodes.count == 40)
  }

  /// The addresses of all the operator's outputs were read, and those beyond the file's were arbitrary.
  @Test func `bytes moved into fewer outputs than the operator makes are refused`() {
    func tensor(_ shape: [Int]) -> OneOperator.Tensor {
      OneOperator.Tensor(shape: shape, type: .int8, quantization: OneOperator.Tensor.quantized([1]))
    }
    let model = OneOperator(
      name: "SPLIT", options: [0: .int(64)], inputs: [.integers([0]), tensor([64, 4])], outputs: [tensor([1, 4])])
    #expect(throws: model.error(.outputCount(expected: 64, found: 1))) { try model.run() }
  }

  @Test func `a graph that was not lowered is refused`() throws {
    let graph = try Graph(model("classifier_int8"))
    #expect(throws: ModelError.self) { try Plan(graph, provider: nil, limits: ModelLimits()) }
  }
}
