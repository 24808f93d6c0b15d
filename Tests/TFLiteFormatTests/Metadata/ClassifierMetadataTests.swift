import TFLiteFormat
import Testing

@Suite struct ClassifierMetadataTests {
  private func model(labels: [String]) throws -> Model {
    var writer = ModelWriter(description: "a classifier")
    let input = writer.addInput("vector", shape: [1, 2])
    let output = writer.apply(.softmax, to: [input], shape: [1, 2], name: "scores")
    let metadata = ClassifierMetadata(
      name: "Poses", description: "what", inputName: "embedding", inputDescription: "a vector",
      outputDescription: "how likely", scoreThreshold: 0.5)
    let bytes = writer.encoded(outputs: [output], metadata: metadata.encoded)
    return try Model(Bytes(ClassifierMetadata.appending(labels: labels, to: bytes)))
  }

  @Test func `metadata are read back as they were written`() throws {
    let metadata = try #require(try model(labels: ["None", "a"]).metadata())
    #expect(metadata.name == "Poses")
    #expect(metadata.description == "what")
    let input = try #require(metadata.inputs.first)
    #expect(input.name == "embedding")
    #expect(input.description == "a vector")
    #expect(input.colorSpace == nil)
    let output = try #require(metadata.outputs.first)
    #expect(output.name == "scores")
    #expect(output.description == "how likely")
    #expect(output.scoreThreshold == 0.5)
    #expect(output.associatedFiles.map(\.name) == ["labels.txt"])
    #expect(output.associatedFiles.map(\.type) == [AssociatedFile.tensorAxisLabels])
  }

  @Test func `labels in any script are read back`() throws {
    let labels = ["None", "two words", "größe", "✋🏽", "नमस्ते", "e\u{301}"]
    #expect(try model(labels: labels).labels(ofOutput: 0, locale: nil) == labels)
  }
}
