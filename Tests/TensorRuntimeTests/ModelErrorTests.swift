import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct ModelErrorTests {
  @Test func `each error is one sentence of facts`() {
    let expected: [(ModelError, String)] = [
      (.unsupportedOperators(["CAST"]), "unsupported operator CAST"),
      (.unsupportedOperators(["CAST", "MyOperator"]), "unsupported operators CAST, MyOperator"),
      (.node(index: 12, name: "CONV_2D", .inputMissing(1)), "operator 12 CONV_2D: input 1 is absent"),
      (
        .tensor(index: 3, name: "words", .elementTypeNotSupported(.string)),
        "tensor 3 \"words\": tensors of string are not supported"
      ),
      (
        .arenaTooLarge(byteCount: 2000, limit: 1000),
        "the model needs 2000 bytes of working memory, the limit is 1000"
      ),
      (
        .constantsTooLarge(byteCount: 2000, limit: 1000),
        "the model computes 2000 bytes of constants, the limit is 1000"
      ),
      (.noSubgraph(4), "the model has no subgraph 4"),
      (.outputWithoutValue(index: 5, name: "state"), "output tensor 5 \"state\" is never written"),
    ]
    for (error, text) in expected { #expect(error.description == text) }
  }

  @Test func `a format error speaks for itself`() {
    let error = FormatError.missingEntry(name: "a.tflite", available: ["b.tflite"])
    #expect(ModelError.format(error).description == error.description)
  }

  @Test func `an unknown provider is told the ones there are`() {
    let text = ModelError.unknownProvider("fast").description
    #expect(text.hasPrefix("MUDRA_KERNELS is \"fast\", expected one of "))
    for provider in KernelProvider.available { #expect(text.contains(provider.rawValue)) }
  }
}
