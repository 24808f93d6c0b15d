import TensorRuntime
import TestSupport
import Testing

@Suite struct ResizeBilinearTests {
  @Test func `three ways to place the pixels`() throws {
    // The row 0 8 made four pixels wide.
    func row(_ name: String) throws -> [Float] { try OperatorFixture("resize_bilinear", name).floats()[0] }
    #expect(try row("tiny") == [0, 4, 8, 8])
    #expect(try row("tiny_half_pixel_centers") == [0, 2, 6, 8])
    #expect(try row("tiny_align_corners").map { ($0 * 3).rounded() } == [0, 8, 16, 24])
  }

  @Test(arguments: OperatorFixture.cases(of: "resize_bilinear"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // Four products of a value and two weights.
    #expect(try fixture.failures(.reorderedSum(terms: 8)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "resize_bilinear"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
