/// Dequantizes bytes.
///
///     output[i] = scale · (input[i] − zeroPoint)
package enum ByteDequantization {
  package struct Problem: KernelProblem {
    package let input: ByteRange
    package let count: Int
    package let scale: Float

    /// A scale of 1 gives the integers.
    package init(_ input: ByteRange, count: Int, scale: Float) {
      (self.input, self.count, self.scale) = (input, count, scale)
    }

    package var element: NumberType { input.element }
    package var work: Int { KernelWork.of(count) }
  }

  /// A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "byte dequantization",
    kernels: [
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, _, _ in
          LoopKernel(problem.count, elementsPerUnit: 1) { run(problem, $0, $1.inputBytes(0), $1.output()) }
        })
    ])

  /// Plain loops, which the compiler vectorizes.
  private static func run(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>
  ) {
    let (zeroPoint, scale) = (problem.input.zeroPoint, problem.scale)
    @inline(__always)
    func run<Byte: FixedWidthInteger>(_ bytes: UnsafePointer<Byte>) {
      for i in range { output[i] = scale * Float(Int32(truncatingIfNeeded: bytes[i]) &- zeroPoint) }
    }
    if problem.input.isSigned {
      run(input.assumingMemoryBound(to: Int8.self))
    } else {
      run(input.assumingMemoryBound(to: UInt8.self))
    }
  }
}
