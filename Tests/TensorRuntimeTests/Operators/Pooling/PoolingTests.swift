import TensorRuntime
import TestSupport
import Testing

extension OperatorTolerance {
  static let pooling: [String: Rule] = [
    // A window covers at most every pixel.
    "AVERAGE_POOL_2D": { .reorderedSum(terms: try $0.inputs()[0].shape[1...2].reduce(1, *)) }
  ]
}

@Suite struct PoolingTests {
  @Test func `padding does not count in an average`() throws {
    // Picture 1 2 3 / 4 5 6, window 2×2, stride 2; the second window has one column.
    #expect(try OperatorFixture("average_pool_2d", "tiny").floats() == [[3, 4.5]])
  }

  @Test func `the largest value of a window wins`() throws {
    // The same picture and windows.
    #expect(try OperatorFixture("max_pool_2d", "tiny").floats() == [[5, 6]])
  }
}
