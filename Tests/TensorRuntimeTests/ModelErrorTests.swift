import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct ModelErrorTests {
  @Test func `each error is one sentence of facts`() {
    let expected: [(ModelError, String)] = [
      (.unsupportedOperators(["CAST"]), "unsupported operator CAST"),
      (.unsupportedOperators(["CAST", "MyOperator"]), "unsupported operators CAST, MyOperator"),
      (
        .unsupportedOperators((1...12345).map { "O\($0)" }),
        "unsupported operators O1, O2, O3, O4, O5, O6, O7, O8, O9, O10 and 12335 others"
      ),
      (
        .node(index: 12, name: "CONV_2D", .inputMissing(1)),
        "subgraph 0, operator 12 CONV_2D, input 1: absent, but required"
      ),
      (
        .tensor(index: 3, name: "words", .elementTypeNotSupported(.string)),
        "subgraph 0, tensor 3 “words”: tensors of string are not supported"
      ),
      (
        .node(subgraph: 2, index: 3, name: "MEAN", .axis(4, rank: 3)),
        "subgraph 2, operator 3 MEAN: axis 4 is outside a tensor of 3 dimensions"
      ),
      (
        .memoryTooLarge(byteCount: 2000, limit: 1000), "the model needs 2000 bytes of memory, the limit is 1000"
      ),
      (
        .constantsTooLarge(byteCount: 2000, limit: 1000),
        "the model computes 2000 bytes of constants, the limit is 1000"
      ),
      (.tooManyMultiplyAdds(3000, limit: 2000), "a run takes 3000 multiply-adds, the limit is 2000"),
      (.tooSlow(limit: .seconds(5)), "the model takes longer than the limit of 5.0 seconds of processor time"),
      (
        .waitedTooLong(limit: .seconds(50)),
        "the model takes longer than 50.0 seconds by the wall clock, most of it waiting"
      ),
      (.noSubgraph(4), "the model has no subgraph 4"),
      (.variableSize(name: "rows", expected: 8, found: 4), "variable “rows” has 4 bytes, expected 8 as before"),
      (.outputWithoutValue(index: 5, name: "state"), "output tensor 5 “state” is never written"),
    ]
    for (error, text) in expected { #expect(error.description == text) }
  }

  @Test func `a format error speaks for itself`() {
    let error = FormatError.missingEntry(name: "a.tflite", available: ["b.tflite"])
    #expect(ModelError.format(error).description == error.description)
  }

  @Test func `an unknown provider is told the ones there are`() {
    #expect(
      ModelError.unknownMachineCode("on", expected: ["off", "avx2", "refused"]).description
        == "MUDRA_MACHINE_CODE is \"on\", expected one of off, avx2, refused")
    let text = ModelError.unknownProvider("fast").description
    #expect(text.hasPrefix("MUDRA_KERNELS is \"fast\", expected one of "))
    for provider in KernelProvider.available { #expect(text.contains(provider.rawValue)) }
  }

  @Test(arguments: [
    (["CAST"], "LiteRT has it;"), (["CAST", "UNIQUE"], "LiteRT has them;"),
    (["UNIQUE", "MyOperator"], "MyOperator is not TFLite's:"), (["FlexErf", "UNIQUE"], "without SELECT_TF_OPS"),
  ])
  func `missing operators come with advice`(names: [String], part: String) {
    #expect(ModelError.unsupportedOperators(names).advice?.contains(part) == true)
  }

  @Test func `there is no advice about other errors`() {
    #expect(ModelError.noSubgraph(1).advice == nil)
  }
}
