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
