import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct NumberConversionTests {
  @Test(arguments: [nil, KernelProvider.reference])
  func `floats saturate as integers, and NaN is zero`(_ provider: KernelProvider?) {
    let numbers: [Float] = [
      0.99, -0.99, 1.5, -2.5, 2_147_483_520, 0x1p31, -0x1p31, -2_147_483_904, 1e10, -1e10, .infinity, -.infinity, .nan,
      -.nan, 0, -0.0, .leastNonzeroMagnitude,
    ]
    let expected: [Int32] = [0, 0, 1, -2, 2_147_483_520, .max, .min, .min, .max, .min, .max, .min, 0, 0, 0, 0, 0]
    let problem = NumberConversion.Problem(from: .type(.float32), to: .type(.int32), count: numbers.count)
    let kernel = NumberConversion.family.kernel(for: problem, requested: provider).kernel
    let source = PaddedFloats(numbers), target = PaddedFloats(count: numbers.count)
    kernel.run(units: 0..<numbers.count, input: source.pointer, output: target.pointer)
    #expect(target.values.map { Int32(bitPattern: $0.bitPattern) } == expected)
  }
}
