import EmittedKernels
import TensorKernels
import TestSupport
import Testing

@Suite struct PReLUTests {
  private func run(
    _ problem: BroadcastPair, _ input: [Float], _ slopes: [Float], elementsPerCall: Int? = nil,
    form: RowForm? = nil
  ) throws -> [Float] {
    let source = PaddedFloats(input)
    let factors = PaddedFloats(slopes)
    let target = PaddedFloats(count: input.count)
    for elements in cuts(input.count, every: elementsPerCall ?? max(input.count, 1)) {
      if form == .machineCode {
        let kernel = try #require(MachineBinaryElementwise(slopes: problem))
        kernel.run(elements: elements, left: source.pointer, right: factors.pointer, output: target.pointer)
        continue
      }
      let kernel = form == .simd ? PReLU.run : PReLU.runReference
      kernel(problem, elements, source.pointer, factors.pointer, target.pointer)
    }
    #expect(target.isBorderIntact, "wrote outside the output of \(problem)")
    return target.values
  }

  @Test(arguments: RowForm.available)
  func `negative values are multiplied by their channel's slope`(form: RowForm) throws {
    let problem = BroadcastPair(left: [2, 2], right: [2])
    #expect(try run(problem, [1, -1, -2, 2], [0.5, 0.25], form: form) == [1, -0.25, -1, 2])
  }

  @Test(arguments: sizesAroundVectors, RowForm.available)
  func `vectors agree with the plain loop for every number of channels and every cut`(
    channels: Int, form: RowForm
  ) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for slopeShape in [[channels], [1, 1, channels], [1], [3, 2, channels], [3, 1, 1], [2, 1]] {
      let problem = BroadcastPair(left: [3, 2, channels], right: slopeShape)
      let input = random.floats(6 * channels)
      let slopes = random.floats(slopeShape.reduce(1, *))
      let expected = try run(problem, input, slopes)
      for elementsPerCall in [1, 5, 8, input.count] {
        let found = try run(problem, input, slopes, elementsPerCall: elementsPerCall, form: form)
        #expect(
          Comparison.bitDifference(found, expected) == nil,
          "slopes \(slopeShape), \(elementsPerCall) a call, seed \(SeededGenerator.runSeed)")
      }
    }
  }

  @Test(arguments: RowForm.available)
  func `zeros of both signs, infinities and NaNs go the way of the plain loop`(form: RowForm) throws {
    let input: [Float] = [0, -0.0, .infinity, -.infinity, .nan, -1, 1, -.leastNonzeroMagnitude, 3]
    let problem = BroadcastPair(left: [9], right: [9])
    for slope: Float in [0.5, -2, .infinity, .nan, 0, -0.0] {
      let slopes = [Float](repeating: slope, count: 9)
      let expected = try run(problem, input, slopes)
      #expect(Comparison.bitDifference(try run(problem, input, slopes, form: form), expected) == nil, "\(slope)")
    }
  }

  @Test(arguments: RowForm.available)
  func `slopes of one change nothing, and an empty tensor stays empty`(form: RowForm) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(30)
    let ones: [Float] = [1, 1, 1, 1, 1]
    #expect(try run(BroadcastPair(left: [6, 5], right: [5]), input, ones, form: form) == input)
    #expect(try run(BroadcastPair(left: [0, 5], right: [5]), [], ones, form: form) == [])
    #expect(try run(BroadcastPair(left: [5, 0], right: [1]), [], [1], form: form) == [])
  }
}
