import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct ByteMatrixMultiplyTests {
  /// Code has tiles for its own counts of rows only. Columns fill two vectors, one, and eight lanes of one.
  @Test(arguments: KernelProvider.available, [1..<26, 26..<51, 71..<76])
  func `any number of rows gives the bytes of the loops`(provider: KernelProvider, rowCounts: Range<Int>) {
    let (columns, depth) = (56, 20)
    let filter = ByteFilter((0..<columns * depth).map { Int16($0 * 7919 % 255 - 127) })
    let weights = ByteMatrixMultiply.Weights(
      filter: filter, factors: [FixedPointMultiplier(0.003)], bias: (0..<columns).map { Int32($0 * 100) },
      columns: columns)
    for rows in rowCounts {
      let problem = ByteMatrixMultiply.Problem(
        rows: rows, columns: columns, depth: depth,
        .bytes(
          ByteMatrixMultiply.Elements.Bytes(
            input: ByteRange(isSigned: false, zeroPoint: 130), output: ByteRange(isSigned: true, zeroPoint: 7))))
      let input = (0..<rows * depth).map { UInt8(truncatingIfNeeded: $0 * 104729 >> 3) }
      func results(_ provider: KernelProvider) -> [UInt8] {
        bytes(
          of: ByteMatrixMultiply.family, problem, weights, provider, inputs: [input], count: rows * columns)
      }
      #expect(results(provider) == results(.reference), "\(rows) rows")
    }
  }
}
