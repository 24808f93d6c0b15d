import TensorKernels
import TestSupport
import Testing

@Suite struct PReLUTests {
  private func run(
    _ problem: BinaryElementwise.Problem, _ input: [Float], _ slopes: [Float], elementsPerCall: Int? = nil,
    isReference: Bool = false
  ) -> [Float] {
    let source = PaddedFloats(input)
    let factors = PaddedFloats(slopes)
    let target = PaddedFloats(count: input.count)
    for elements in cuts(input.count, every: elementsPerCall ?? max(input.count, 1)) {
      let kernel = isReference ? PReLU.runReference : PReLU.run
      kernel(problem, elements, source.pointer, factors.pointer, target.pointer)
    }
    #expect(target.isBorderIntact, "wrote outside the output of \(problem)")
    return target.values
  }

  @Test func `negative values are multiplied by their channel's slope`() {
    let problem = BinaryElementwise.Problem(left: [2, 2], right: [2])
    #expect(run(problem, [1, -1, -2, 2], [0.5, 0.25]) == [1, -0.25, -1, 2])
  }

  @Test(arguments: sizesAroundVectors)
  func `vectors agree with the plain loop for every number of channels and every cut`(channels: Int) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for slopeShape in [[channels], [1, 1, channels], [1], [3, 2, channels], [3, 1, 1], [2, 1]] {
      let problem = BinaryElementwise.Problem(left: [3, 2, channels], right: slopeShape)
      let input = random.floats(6 * channels)
      let slopes = random.floats(slopeShape.reduce(1, *))
      let expected = run(problem, input, slopes, isReference: true)
      for elementsPerCall in [1, 5, 8, input.count] {
        let found = run(problem, input, slopes, elementsPerCall: elementsPerCall)
        #expect(
          Comparison.bitDifference(found, expected) == nil,
          "slopes \(slopeShape), \(elementsPerCall) a call, seed \(SeededGenerator.runSeed)")
      }
    }
  }

  @Test func `slopes of one change nothing, and an empty tensor stays empty`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(30)
    #expect(run(BinaryElementwise.Problem(left: [6, 5], right: [5]), input, [1, 1, 1, 1, 1]) == input)
    #expect(run(BinaryElementwise.Problem(left: [0, 5], right: [5]), [], [1, 1, 1, 1, 1]) == [])
    #expect(run(BinaryElementwise.Problem(left: [5, 0], right: [1]), [], [1]) == [])
  }
}
