#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// Something that a request found.
  public protocol VisionObservation: CustomStringConvertible, Hashable, Codable, Sendable {
    /// A number that no other observation has.
    var uuid: UUID { get }
    /// The confidence, from 0 to 1.
    var confidence: Float { get }
    /// The time of the frame in which it was found; nil for a picture without a time.
    var timeRange: CMTimeRange? { get }
    /// The kind and revision of the request.
    var originatingRequestDescriptor: RequestDescriptor? { get }
  }

  /// An observation of joints.
  public protocol PoseProviding: VisionObservation {
    /// A joint's name.
    associatedtype PoseJointName: Codable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// A group's name.
    associatedtype PoseJointsGroupName: Codable, Hashable, RawRepresentable
    where PoseJointsGroupName.RawValue == String

    /// The joints that the observation has.
    var availableJointNames: [PoseJointName] { get }
    /// The groups of which the observation has joints.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }
    /// A joint; nil if the observation does not have it.
    func joint(for jointName: PoseJointName) -> Joint?
    /// The joints of a group that the observation has; all of them without a group.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
  }
#endif
