import TFLiteFormat
import Testing
import VisionTasks

@Suite struct PixelNormalizationTests {
  @Test(arguments: [1, 3])
  func `bytes are taken to zero to one`(channels: Int) throws {
    let normalization = try PixelNormalization(
      mean: [Float](repeating: 0, count: channels), standardDeviation: [Float](repeating: 255, count: channels),
      name: "a")
    #expect(normalization.scale == Float(1) / 255)
    #expect(normalization.offset == 0)
  }

  @Test func `metadata without a normalization is refused, no metadata takes what is known`() throws {
    var writer = ModelWriter(description: "test")
    let input = writer.addInput("x", shape: [1, 2])
    let described = ClassifierMetadata(
      name: "", description: "", inputName: "x", inputDescription: "", outputDescription: "", scoreThreshold: 0
    ).encoded
    let bare = try Model(Bytes(writer.encoded(outputs: [input])))
    let model = try Model(Bytes(writer.encoded(outputs: [input], metadata: described)))
    let known = PixelNormalization.unitInterval
    #expect(try PixelNormalization(of: bare, name: "a", withoutMetadata: known) == known)
    #expect(known == (try PixelNormalization(mean: [0], standardDeviation: [255], name: "a")))
    for (model, fallback) in [(bare, nil), (model, known)] {
      let error = #expect(throws: TaskError.missingNormalization(model: "a")) {
        try PixelNormalization(of: model, name: "a", withoutMetadata: fallback)
      }
      #expect(error?.code == .notFoundError)
    }
  }

  @Test func `bytes are taken to minus one to one`() throws {
    let normalization = try PixelNormalization(mean: [127.5], standardDeviation: [127.5], name: "a")
    #expect(normalization.scale == Float(2) / 255)
    #expect(normalization.offset == -1)
  }

  @Test(
    arguments: [
      ([], []), ([0], []), ([0, 0, 1], [255, 255, 255]), ([0, 0, 0], [255, 255, 1]), ([0], [0]), ([.nan], [255]),
      ([0], [.infinity]),
    ] as [([Float], [Float])])
  func `what does not apply to RGB is refused`(mean: [Float], standardDeviation: [Float]) {
    let error = #expect(throws: TaskError.self) {
      try PixelNormalization(mean: mean, standardDeviation: standardDeviation, name: "a")
    }
    #expect(error?.code == .unimplementedError)
  }
}
