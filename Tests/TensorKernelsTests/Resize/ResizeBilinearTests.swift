import EmittedKernels
import TensorKernels
import TestSupport
import Testing

@Suite struct ResizeBilinearTests {
  typealias Problem = ResizeBilinear.Problem

  private func run(
    _ problem: Problem, _ input: [Float], rowsPerCall: Int? = nil, isReference: Bool = false, form: RowForm = .simd
  ) -> [Float] {
    let source = PaddedFloats(input)
    let rowCount = problem.batch * problem.outputHeight
    let target = PaddedFloats(count: rowCount * problem.outputWidth * problem.channels)
    for rows in cuts(rowCount, every: rowsPerCall ?? max(rowCount, 1)) {
      if form == .machineCode, let kernel = MachineResizeBilinear(problem) {
        kernel.run(rows: rows, input: source.pointer, output: target.pointer)
        continue
      }
      let kernel = isReference ? ResizeBilinear.runReference : ResizeBilinear.run
      kernel(problem, rows, source.pointer, target.pointer)
    }
    #expect(target.isBorderIntact, "wrote outside the output of \(problem)")
    return target.values
  }

  private func row(_ width: Int, to outputWidth: Int, corners: Bool = false, centers: Bool = false) -> Problem {
    Problem(
      batch: 1, channels: 1, input: (1, width), output: (1, outputWidth), alignCorners: corners,
      halfPixelCenters: centers)
  }

  @Test(arguments: RowForm.available)
  func `two pixels become four, by each of the three rules`(form: RowForm) {
    #expect(run(row(2, to: 4), [0, 4], form: form) == [0, 2, 4, 4])
    #expect(run(row(2, to: 4, centers: true), [0, 4], form: form) == [0, 1, 3, 4])
    #expect(run(row(2, to: 5, corners: true), [0, 4], form: form) == [0, 1, 2, 3, 4])
  }

  @Test func `four pixels become two`() {
    #expect(run(row(4, to: 2), [0, 1, 2, 3]) == [0, 2])
    #expect(run(row(4, to: 2, centers: true), [0, 1, 2, 3]) == [0.5, 2.5])
    #expect(run(row(4, to: 2, corners: true), [0, 1, 2, 3]) == [0, 3])
  }

  @Test func `one output pixel with aligned corners is the first one`() {
    #expect(run(row(4, to: 1, corners: true), [7, 1, 2, 3]) == [7])
  }

  @Test(arguments: sizesAroundVectors, [(false, false), (true, false), (false, true)])
  func `vectors agree with the plain loop for every number of channels`(
    channels: Int, rule: (corners: Bool, centers: Bool)
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (input, output) in [((3, 4), (6, 8)), ((5, 3), (2, 7)), ((1, 1), (3, 2)), ((2, 9), (2, 4)), ((2, 9), (3, 17))] {
      let problem = Problem(
        batch: 2, channels: channels, input: input, output: output, alignCorners: rule.corners,
        halfPixelCenters: rule.centers)
      let picture = random.floats(2 * input.0 * input.1 * channels)
      let expected = run(problem, picture, isReference: true)
      let found = run(problem, picture)
      // Four products of magnitude at most 1; weights outside 0…1 (half-pixel centers) add up to at most 2.25.
      let difference = Comparison.difference(found, expected) { _ in Comparison.reorderedSum(terms: 8, magnitude: 2.25)
      }
      #expect(difference == nil, "\(problem), seed \(SeededGenerator.runSeed)")
      for rowsPerCall in [1, 3] {
        for form in RowForm.available {
          let again = run(problem, picture, rowsPerCall: rowsPerCall, form: form)
          #expect(Comparison.bitDifference(again, found) == nil, "\(form), \(problem)")
        }
      }
    }
  }

  @Test func `a picture resized to its own size is itself`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (corners, centers) in [(false, false), (true, false), (false, true)] {
      let problem = Problem(
        batch: 2, channels: 5, input: (4, 7), output: (4, 7), alignCorners: corners, halfPixelCenters: centers)
      let picture = random.floats(2 * 4 * 7 * 5)
      for form in RowForm.available { #expect(run(problem, picture, form: form) == picture) }
    }
  }

  @Test func `no channels and no pictures give nothing`() {
    for (batch, channels) in [(0, 3), (2, 0)] {
      let problem = Problem(
        batch: batch, channels: channels, input: (2, 2), output: (3, 3), alignCorners: false, halfPixelCenters: true)
      for form in RowForm.available { #expect(run(problem, [], form: form) == []) }
    }
  }
}
