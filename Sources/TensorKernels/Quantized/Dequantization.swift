/// Dequantizes integers.
///
///     output[i] = scale · (input[i] − zeroPoint)
package enum Dequantization {
  package struct Problem: KernelProblem {
    /// int8, uint8, int16, int32 or int64.
    package let element: NumberType
    package let count: Int
    /// One of each for all elements, or one for each channel.
    package let scales: [Float], zeroPoints: [Int32]
    /// Consecutive elements of a channel.
    let inner: Int

    package init(_ element: NumberType, count: Int, scales: [Float], zeroPoints: [Int32], inner: Int) {
      (self.element, self.count, self.scales, self.zeroPoints) = (element, count, scales, zeroPoints)
      self.inner = scales.count == 1 ? max(count, 1) : inner
    }

    /// Bytes. A scale of 1 gives the integers.
    package init(_ input: ByteRange, count: Int, scale: Float) {
      self.init(input.element, count: count, scales: [scale], zeroPoints: [input.zeroPoint], inner: count)
    }

    package var work: Int { KernelWork.of(count) }
  }

  /// A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "dequantization", of: [.int8, .uint8, .int16, .int32, .int64]
  ) { problem, _ in
    LoopKernel(problem.count, elementsPerUnit: 1, heldByteCount: 4 * problem.zeroPoints.count) {
      run(problem, $0, $1.inputBytes(0), $1.output())
    }
  }
}
