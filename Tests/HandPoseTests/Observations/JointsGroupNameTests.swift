import HandPose
import Testing

@Suite struct JointsGroupNameTests {
  private typealias Group = HandPoseObservation.JointsGroupName

  @Test func `every finger has four joints, and all but the wrist belong to a finger`() {
    let fingers = Group.allCases.filter { $0 != .all }
    #expect(fingers.map(\.jointNames.count) == [4, 4, 4, 4, 4])
    #expect([.wrist] + fingers.flatMap(\.jointNames) == Group.all.jointNames)
  }

  @Test func `a finger goes from the palm to its tip`() {
    #expect(Group.thumb.jointNames == [.thumbCMC, .thumbMP, .thumbIP, .thumbTip])
    #expect(Group.littleFinger.jointNames == [.littleMCP, .littlePIP, .littleDIP, .littleTip])
  }
}
