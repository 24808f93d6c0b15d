import HandTracking
import Testing

@Suite struct HandLandmarkTests {
  @Test func `there are 21 landmarks in the order of the fingers`() {
    #expect(HandLandmark.allCases.count == ModelConstants.Landmarks.count)
    #expect(HandLandmark.allCases.map(\.rawValue) == Array(0...20))
    #expect(HandLandmark.wrist.rawValue == 0)
    #expect(HandLandmark.thumbTIP.rawValue == 4)
    #expect(HandLandmark.indexFingerMCP.rawValue == 5)
    #expect(HandLandmark.middleFingerMCP.rawValue == 9)
    #expect(HandLandmark.ringFingerMCP.rawValue == 13)
    #expect(HandLandmark.pinkyMCP.rawValue == 17)
    #expect(HandLandmark.pinkyTIP.rawValue == 20)
  }
}
