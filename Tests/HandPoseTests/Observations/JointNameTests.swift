import HandPose
import Testing

@Suite struct JointNameTests {
  private typealias Joint = HandPoseObservation.JointName

  @Test func `joints stand in the order of the landmarks`() {
    #expect(Joint.allCases.map(\.landmark) == HandLandmark.allCases)
  }

  @Test func `keys are Vision's, the little finger's with a P`() {
    let keys = Joint.allCases.map(\.rawValue)
    #expect(
      keys.prefix(9) == [
        "VNHLKWRI", "VNHLKTCMC", "VNHLKTMP", "VNHLKTIP", "VNHLKTTIP", "VNHLKIMCP", "VNHLKIPIP", "VNHLKIDIP",
        "VNHLKITIP",
      ])
    #expect(Joint.littleTip.rawValue == "VNHLKPTIP")
    #expect(Set(keys).count == 21)
  }
}
