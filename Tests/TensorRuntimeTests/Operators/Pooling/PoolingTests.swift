import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let pooling: [String: Rule] = [
    "AVERAGE_POOL_2D": everyPixel, "L2_POOL_2D": everyPixel,
  ]

  /// A window covers at most every pixel.
  private static let everyPixel: Rule = { .reorderedSum(terms: try $0.inputs()[0].shape[1...2].reduce(1, *)) }
}

@Suite struct PoolingTests {
  @Test func `padding does not count in an average`() throws {
    // Picture 1 2 3 / 4 5 6, window 2×2, stride 2; the second window has one column.
    #expect(try OperatorFixture("average_pool_2d", "tiny").floats() == [[3, 4.5]])
  }

  @Test func `the root of the mean square of a window`() throws {
    // The same picture and windows: 1 2 4 5, and 3 6.
    let output = try OperatorFixture("l2_pool_2d", "tiny").floats()[0]
    #expect(output.map { ($0 * $0 * 2).rounded() } == [23, 45])
  }

  @Test func `the largest value of a window wins`() throws {
    // The same picture and windows.
    #expect(try OperatorFixture("max_pool_2d", "tiny").floats() == [[5, 6]])
  }
}
