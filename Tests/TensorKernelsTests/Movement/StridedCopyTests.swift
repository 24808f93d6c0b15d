import KernelChoice
import MachineCode
import TensorKernels
import TestSupport
import Testing

@Suite struct StridedCopyTests {
  private func kernel(_ problem: StridedCopy.Problem, usesMachineCode: Bool) -> any StridedCopyKernel {
    StridedCopy.family.kernel(for: problem, requested: usesMachineCode ? .machineCode : .reference).kernel
  }

  @Test(arguments: [true, false])
  func `a transposed copy and a reversed one`(usesMachineCode: Bool) {
    let source: [Float] = [1, 2, 3, 4, 5, 6]
    var target = [Float](repeating: 0, count: 6)
    let transposed = kernel(
      StridedCopy.Problem(extents: [3, 2], sourceSteps: [1, 3], targetSteps: [2, 1], elementByteCount: 4),
      usesMachineCode: usesMachineCode)
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { transposed.run(from: start(source), to: start($0)) }
    }
    #expect(target == [1, 4, 2, 5, 3, 6])
    let reversed = kernel(
      StridedCopy.Problem(extents: [6], sourceSteps: [-1], targetSteps: [1], elementByteCount: 4),
      usesMachineCode: usesMachineCode)
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { reversed.run(from: start(source) + 20, to: start($0)) }
    }
    #expect(target == [6, 5, 4, 3, 2, 1])
  }

  private func start(_ bytes: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawPointer {
    bytes.baseAddress.unsafelyUnwrapped
  }

  private func start(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer { bytes.baseAddress.unsafelyUnwrapped }

  @Test(arguments: [1, 2, 4, 8], [true, false])
  func `every layout agrees with a walk over the elements`(size: Int, usesMachineCode: Bool) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let table = [
      [], [1], [7], [3, 5], [1, 9], [2, 3, 4], [3, 1, 2, 5], [2, 2, 3, 2, 3], [0, 3], [3, 0], [8, 8], [19, 9], [3, 17],
      [2, 3, 9], [2, 11, 2, 8],
    ]
    for extents in table {
      for gap in [0, 1, 3] {
        // Rows of the target have gaps, and its axes may be in the other order in the source.
        var targetSteps = [Int](repeating: 1, count: extents.count)
        for axis in extents.indices.dropLast().reversed() {
          targetSteps[axis] = targetSteps[axis + 1] * extents[axis + 1] + gap
        }
        var sourceSteps = [Int](repeating: 1, count: extents.count)
        if gap == 3 {
          for axis in extents.indices.dropFirst() { sourceSteps[axis] = sourceSteps[axis - 1] * extents[axis - 1] }
        } else {
          for axis in extents.indices.dropLast().reversed() {
            sourceSteps[axis] = sourceSteps[axis + 1] * extents[axis + 1]
          }
        }
        let count = extents.reduce(1, *)
        let targetCount =
          count == 0 ? 0 : zip(extents, targetSteps).reduce(1) { $0 + ($1.0 - 1) * $1.1 }
        let source = (0..<count * size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var expected = [UInt8](repeating: 0xAA, count: targetCount * size)
        for element in 0..<count {
          var (rest, from, to) = (element, 0, 0)
          for axis in extents.indices.reversed() {
            from += rest % extents[axis] * sourceSteps[axis]
            to += rest % extents[axis] * targetSteps[axis]
            rest /= extents[axis]
          }
          for byte in 0..<size { expected[to * size + byte] = source[from * size + byte] }
        }
        let from = try #require(PageEndMemory(source))
        let to = try #require(PageEndMemory([UInt8](repeating: 0xAA, count: targetCount * size)))
        let copy = kernel(
          StridedCopy.Problem(
            extents: extents, sourceSteps: sourceSteps, targetSteps: targetSteps, elementByteCount: size),
          usesMachineCode: usesMachineCode)
        copy.run(from: from.pointer, to: to.pointer)
        #expect(to.values == expected, "\(extents), gap \(gap)")

        let zeros = kernel(
          StridedCopy.Problem(zeros: extents, targetSteps: targetSteps, elementByteCount: size),
          usesMachineCode: usesMachineCode)
        zeros.run(from: from.pointer, to: to.pointer)
        let written = Set(expected.indices.filter { expected[$0] != 0xAA })
        for index in written { #expect(to.values[index] == 0) }
        withExtendedLifetime(from) {}
      }
    }
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
  func `calls of emitted code do the same, and odd bytes get no calls`() throws {
    let source: [Float] = (0..<24).map { Float($0) }
    let input = try #require(PageEndFloats(source))
    let output = try #require(PageEndFloats([Float](repeating: .nan, count: 24)))
    let copy = kernel(
      StridedCopy.Problem(extents: [4, 3, 2], sourceSteps: [2, 8, 1], targetSteps: [6, 2, 1], elementByteCount: 4),
      usesMachineCode: true)
    let calls = try #require(copy.calls(from: input.pointer, to: output.pointer))
    #expect(calls.count == copy.problem.planeCount)
    for call in calls { call.run() }
    var expected = [Float](repeating: .nan, count: 24)
    for i in 0..<4 {
      for j in 0..<3 { for k in 0..<2 { expected[6 * i + 2 * j + k] = source[2 * i + 8 * j + k] } }
    }
    #expect(output.values == expected)
    let odd = kernel(
      StridedCopy.Problem(extents: [3], sourceSteps: [1], targetSteps: [1], elementByteCount: 1), usesMachineCode: true)
    #expect(odd.calls(from: input.pointer, to: output.pointer) == nil)
  }
}

extension StridedCopyKernel {
  /// Moves everything.
  fileprivate func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    run(units: 0..<unitCount, from: source, to: target)
  }

  /// The calls that move everything; nil where there is none.
  fileprivate func calls(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    calls(units: 0..<unitCount, from: source, to: target)
  }
}
