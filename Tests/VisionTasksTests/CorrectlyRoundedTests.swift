import TestSupport
import Testing
import VisionTasks

@Suite struct CorrectlyRoundedTests {
  @Test(
    arguments: [
      (angle: 90, wrapped: 2.0354056), (3.2, -3.0831852), (-3.2, 3.0831852), (7, 0.7168147), (0, 0), (1.5, 1.5),
    ] as [(angle: Float, wrapped: Float)])
  func `an angle is wrapped by whole turns`(angle: Float, wrapped: Float) {
    #expect(isClose(CorrectlyRounded.wrapped(angle), wrapped, within: 2.4e-7))
  }

  @Test func `a wrapped angle stays as it is`() {
    for step in -31...31 {
      let angle = Float(step) / 10
      #expect(isClose(CorrectlyRounded.wrapped(angle), angle, within: 2.4e-7))
    }
  }

  @Test func `an angle that is not finite gives one that is not finite`() {
    #expect(CorrectlyRounded.wrapped(.infinity).isNaN)
    #expect(CorrectlyRounded.wrapped(.nan).isNaN)
  }

  @Test func `functions round once from double`() {
    #expect(CorrectlyRounded.cosine(0) == 1)
    #expect(CorrectlyRounded.sine(0) == 0)
    #expect(CorrectlyRounded.exponential(1) == 2.7182817)
    #expect(CorrectlyRounded.arctangent(y: 1, x: -1) == Float(3 * Double.pi / 4))
  }
}
