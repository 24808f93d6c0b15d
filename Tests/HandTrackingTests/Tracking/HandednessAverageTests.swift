import HandTracking
import Testing

@Suite struct HandednessAverageTests {
  private func average(_ values: [Float], frames: Int) -> Float {
    var average = HandednessAverage(frames: frames)
    for value in values { average.add(value) }
    return average.rightProbability
  }

  @Test func `the first frames count alike`() {
    #expect(average([0.75], frames: 4) == 0.75)
    #expect(average([1, 0, 0.5], frames: 4) == 0.5)
  }

  @Test func `later frames count one in N`() {
    #expect(average([1, 1, 1, 1, 0], frames: 4) == 0.75)
  }

  @Test func `an average over one frame is that frame`() {
    #expect(average([0.25, 0.875], frames: 1) == 0.875)
  }

  @Test func `a wrong frame in ten does not turn the hand round`() {
    let values: [Float] = (0..<30).map { $0 % 10 == 9 ? 0.1 : 0.8 }
    for count in values.indices {
      #expect(average(Array(values[...count]), frames: 30) > 0.5)
    }
  }
}
