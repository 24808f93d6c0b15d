#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// Points that a request found, with their keys.
  open class VNRecognizedPointsObservation: VNObservation {
    private let pointsByKey: [VNRecognizedPointKey: VNRecognizedPoint]
    /// All keys that the request knows, in order.
    private let allKeys: [VNRecognizedPointKey]
    private let groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])]

    /// An observation of points. `groups` has their keys and those of their points.
    init(
      points: [VNRecognizedPoint], allKeys: [VNRecognizedPointKey],
      groups: [(key: VNRecognizedPointGroupKey, members: [VNRecognizedPointKey])], confidence: VNConfidence,
      timeRange: CMTimeRange, requestRevision: Int
    ) {
      pointsByKey = Dictionary(points.map { ($0.identifier, $0) }) { $1 }
      self.allKeys = allKeys
      self.groups = groups
      super.init(confidence: confidence, timeRange: timeRange, requestRevision: requestRevision)
    }

    /// The points, in the order of the keys.
    var points: [VNRecognizedPoint] { allKeys.compactMap { pointsByKey[$0] } }

    // MARK: Points

    /// The keys of the points that the observation has.
    open var availableKeys: [VNRecognizedPointKey] { allKeys.filter { pointsByKey[$0] != nil } }

    /// The groups of which the observation has points.
    open var availableGroupKeys: [VNRecognizedPointGroupKey] {
      groups.filter { $0.members.contains { pointsByKey[$0] != nil } }.map(\.key)
    }

    /// The point with a key.
    ///
    /// - Throws: `VNError` with the code `invalidArgument` if the observation has no such point.
    open func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
      guard let point = pointsByKey[pointKey] else {
        throw VNError(.invalidArgument, "the observation has no point with the key \(pointKey.rawValue)")
      }
      return point
    }

    /// The points of a group, by their keys.
    ///
    /// - Throws: `VNError` with the code `invalidArgument` if the observation has no point of the group.
    open func recognizedPoints(
      forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
      let members = groups.first { $0.key == groupKey }?.members ?? []
      let found = pointsByKey.filter { members.contains($0.key) }
      guard !found.isEmpty else {
        throw VNError(.invalidArgument, "the observation has no points of the group \(groupKey.rawValue)")
      }
      return found
    }

    // MARK: Arrays

    /// The points as an array of doubles for a network: shape 1 × 3 × the number of keys, where the 3 are x, y and
    /// confidence. Points that the observation does not have are zeros. A hand's joints are in the order of its
    /// landmarks, from the wrist to the little finger's tip.
    ///
    /// - Throws: never; it is declared so because Vision's does.
    open func keypointsMultiArray() throws -> MLMultiArray {
      let found = allKeys.map { pointsByKey[$0] }
      let rows = [found.map { $0?.x ?? 0 }, found.map { $0?.y ?? 0 }, found.map { Double($0?.confidence ?? 0) }]
      return MLMultiArray(shape: [1, 3, allKeys.count], doubles: rows.flatMap { $0 })
    }
  }
#endif
