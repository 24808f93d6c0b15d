import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let resize: [String: Rule] = [
    // Four products of a value and two weights.
    "RESIZE_BILINEAR": { _ in .reorderedSum(terms: 8) }
  ]
}

@Suite struct ResizeTests {
  @Test func `three ways to place the pixels`() throws {
    // The row 0 8 made four pixels wide.
    func row(_ name: String) throws -> [Float] { try OperatorFixture("resize_bilinear", name).floats()[0] }
    #expect(try row("tiny") == [0, 4, 8, 8])
    #expect(try row("tiny_half_pixel_centers") == [0, 2, 6, 8])
    #expect(try row("tiny_align_corners").map { ($0 * 3).rounded() } == [0, 8, 16, 24])
  }
}
