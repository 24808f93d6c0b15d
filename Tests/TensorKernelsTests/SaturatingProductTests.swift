import TensorKernels
import Testing

@Suite struct SaturatingProductTests {
  @Test("products that fit are exact, and others the largest integer")
  func products() {
    #expect(saturatingProduct() == 1)
    #expect(saturatingProduct(3, 5, 7) == 105)
    #expect(saturatingProduct(.max, 1) == .max)
    #expect(saturatingProduct(.max, 2) == .max)
    #expect(saturatingProduct(1 << 20, 1 << 20, 1 << 20, 1 << 20) == .max)
  }

  @Test("nothing times anything is nothing")
  func zero() {
    #expect(saturatingProduct(0, .max, .max) == 0)
    #expect(saturatingProduct(.max, .max, 0) == 0)
  }
}
