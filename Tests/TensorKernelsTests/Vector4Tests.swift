import TensorKernels
import TestSupport
import Testing

@Suite struct Vector4Tests {
  @Test func `loads and stores take any address`() {
    let source = PaddedFloats([1, 2, 3, 4, 5, 6, 7])
    for offset in 0..<4 {
      let target = PaddedFloats(count: 4)
      Vector4(loading: source.pointer + offset).store(to: target.pointer)
      #expect(target.values == (0..<4).map { Float($0 + offset + 1) })
      #expect(target.isBorderIntact)
    }
  }

  @Test func `limits keep NaN`() {
    let limited = Vector4(-5, 0.5, 7, .nan).limited(Vector4(repeating: 0), Vector4(repeating: 6))
    #expect(Vector4(limited[0], limited[1], limited[2], 0) == Vector4(0, 0.5, 6, 0))
    #expect(limited[3].isNaN)
  }

  @Test func `the larger of a pair, and the first where it is unordered`() {
    let larger = Vector4(1, 2, .nan, 4).larger(Vector4(2, 1, 5, .nan))
    #expect(larger[0] == 2 && larger[1] == 2 && larger[2].isNaN && larger[3] == 4)
  }

  @Test func `whole parts are rounded toward zero`() {
    #expect(Vector4(-1.75, 0.999, -0.5, 131_071.5).wholeParts == SIMD4<Int32>(-1, 0, 0, 131_071))
  }

  @Test func `only negative lanes take their slope`() {
    #expect(Vector4(-1, 1, -2, 0).leaky(Vector4(2, 3, 4, 5)) == Vector4(-2, 1, -8, 0))
  }

  @Test func `a product is added with the same rounding in a lane and alone`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for _ in 0..<200 {
      let sum = random.nextFloat()
      let a = random.nextFloat()
      let b = random.nextFloat()
      let lanes = Vector4(repeating: sum).adding(Vector4(repeating: a), times: Vector4(repeating: b))
      #expect(lanes == Vector4(repeating: adding(sum, a, times: b)))
    }
  }
}
