import HandPose
import HandTracking
import PixelImaging
import TensorRuntime
import VisionTasks

extension SessionOptions: Codable {
  private enum Key: String, CodingKey {
    case task, numHands, minHandDetectionConfidence, minHandPresenceConfidence, minTrackingConfidence, canned, custom,
      assignsIdentities, identityMemoryInMilliseconds, smoothing, predictionInMilliseconds, predictsRegion,
      frameBudgetMilliseconds, handednessFrames, assumesOnePerson, detectorInterval, skipsLetterbox, isMirrored,
      orientation, palmsIn, handsIn, smallestHand, tileMilliseconds, landmarkPasses, looksAgain, numThreads, precision,
      details, reasons, shape, motion, skeleton, reliability, embeddings, timings, camera, events, touchless, swipes,
      grabs, motions, falseAlarmsPerMinute, actions
  }

  /// Reads options; keys that are left out keep their default, unknown ones are ignored.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    try values.read(.task, into: &task)
    try values.read(.numHands, into: &numHands)
    try values.read(.minHandDetectionConfidence, into: &minHandDetectionConfidence)
    try values.read(.minHandPresenceConfidence, into: &minHandPresenceConfidence)
    try values.read(.minTrackingConfidence, into: &minTrackingConfidence)
    try values.read(.canned, into: &canned)
    try values.read(.custom, into: &custom)
    try values.read(.assignsIdentities, into: &tracking.assignsIdentities)
    try values.read(.identityMemoryInMilliseconds, into: &tracking.identityMemoryInMilliseconds)
    tracking.smoothing = try values.decodeIfPresent(SmoothingOptions.self, forKey: .smoothing)
    try values.read(.predictionInMilliseconds, into: &tracking.predictionInMilliseconds)
    try values.read(.predictsRegion, into: &tracking.predictsRegion)
    tracking.frameBudget = try Self.time(values, .frameBudgetMilliseconds, from: 1)
    try values.read(.handednessFrames, into: &tracking.handednessFrames)
    try values.read(.assumesOnePerson, into: &tracking.assumesOnePerson)
    try values.read(.detectorInterval, into: &tracking.detectorInterval)
    try values.read(.skipsLetterbox, into: &tracking.skipsLetterbox)
    isMirrored = try values.decodeIfPresent(Bool.self, forKey: .isMirrored)
    if let name = try values.decodeIfPresent(String.self, forKey: .orientation) {
      guard let found = ImageOrientation(name: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .orientation, in: values, debugDescription: "an unknown orientation")
      }
      orientation = found
    }
    let palms = try Self.regions(values, .palmsIn)
    let hands = try Self.regions(values, .handsIn)
    let smallestHand = try values.decodeIfPresent(Float.self, forKey: .smallestHand)
    let searches: [ImageSearch] =
      [palms.isEmpty ? nil : .palms(in: palms), hands.isEmpty ? nil : .hands(in: hands)].compactMap(\.self)
      + (try smallestHand.map {
        [.tiles(smallestHand: $0, within: try Self.time(values, .tileMilliseconds, from: 0))]
      } ?? [])
    guard searches.count <= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .handsIn, in: values, debugDescription: "palmsIn, handsIn and smallestHand exclude each other")
    }
    guard try smallestHand != nil || values.decodeIfPresent(Int.self, forKey: .tileMilliseconds) == nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .tileMilliseconds, in: values, debugDescription: "tileMilliseconds needs smallestHand")
    }
    search = searches.first ?? .everywhere
    try values.read(.landmarkPasses, into: &landmarkPasses)
    try values.read(.looksAgain, into: &looksAgain)
    guard Set(looksAgain).count == looksAgain.count else {
      throw DecodingError.dataCorruptedError(forKey: .looksAgain, in: values, debugDescription: "a look is named twice")
    }
    try values.read(.numThreads, into: &numThreads)
    try values.read(.precision, into: &precision)
    for (key, part) in Self.parts where try values.decodeIfPresent(Bool.self, forKey: key) ?? false {
      details.insert(part)
    }
    try values.read(.timings, into: &reportsTimings)
    camera = try values.decodeIfPresent(CameraModel.self, forKey: .camera)
    events = try values.decodeIfPresent(GestureEventOptions.self, forKey: .events)
    touchless = try values.decodeIfPresent(TouchlessSettings.self, forKey: .touchless)
    swipes = try values.decodeIfPresent(SwipeSettings.self, forKey: .swipes)
    grabs = try values.decodeIfPresent(GrabSettings.self, forKey: .grabs)
    motions = try values.decodeIfPresent(MotionModel.self, forKey: .motions)
    try values.read(.falseAlarmsPerMinute, into: &motionOptions.falseAlarmsPerMinute)
    actions = try values.decodeIfPresent(HandActionSettings.self, forKey: .actions)
  }

  private static let parts: [(Key, ResultDetails)] = [
    (.details, .hands), (.reasons, .removed), (.shape, .shapes), (.motion, .motion), (.skeleton, .skeleton),
    (.reliability, .reliability), (.embeddings, .embeddings),
  ]

  /// The milliseconds of a key, from `least` to a day; nil if it is left out.
  private static func time(_ values: KeyedDecodingContainer<Key>, _ key: Key, from least: Int) throws -> Duration? {
    guard let time = try values.decodeIfPresent(Int.self, forKey: key) else { return nil }
    guard (least...86_400_000).contains(time) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: values, debugDescription: "a time is from \(least) ms to a day")
    }
    return .milliseconds(time)
  }

  /// The regions of a key, each as its numbers.
  private static func regions(_ values: KeyedDecodingContainer<Key>, _ key: Key) throws -> [ImageRegion] {
    let regions = try values.decodeIfPresent([[Float]].self, forKey: key) ?? []
    guard regions.count <= regionLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: values, debugDescription: "\(regions.count) regions, more than \(regionLimit)")
    }
    return try regions.map { numbers in
      guard let region = ImageRegion(numbers: numbers) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "a region is x, y, width and height above 0, and radians")
      }
      return region
    }
  }

  /// Writes all options.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(task, forKey: .task)
    try values.encode(numHands, forKey: .numHands)
    try values.encode(minHandDetectionConfidence, forKey: .minHandDetectionConfidence)
    try values.encode(minHandPresenceConfidence, forKey: .minHandPresenceConfidence)
    try values.encode(minTrackingConfidence, forKey: .minTrackingConfidence)
    try values.encode(canned, forKey: .canned)
    try values.encode(custom, forKey: .custom)
    try values.encode(tracking.assignsIdentities, forKey: .assignsIdentities)
    try values.encode(tracking.identityMemoryInMilliseconds, forKey: .identityMemoryInMilliseconds)
    try values.encodeIfPresent(tracking.smoothing, forKey: .smoothing)
    try values.encode(tracking.predictionInMilliseconds, forKey: .predictionInMilliseconds)
    try values.encode(tracking.predictsRegion, forKey: .predictsRegion)
    try values.encodeIfPresent(
      tracking.frameBudget.map {
        Int(min(max($0.milliseconds.rounded(), 1), Double(TrackingOptions.longestFrameBudgetInMilliseconds)))
      }, forKey: .frameBudgetMilliseconds)
    try values.encode(tracking.handednessFrames, forKey: .handednessFrames)
    try values.encode(tracking.assumesOnePerson, forKey: .assumesOnePerson)
    try values.encode(tracking.detectorInterval, forKey: .detectorInterval)
    try values.encode(tracking.skipsLetterbox, forKey: .skipsLetterbox)
    try values.encodeIfPresent(isMirrored, forKey: .isMirrored)
    try values.encode(orientation.name, forKey: .orientation)
    switch search {
    case .everywhere: break
    case .tiles(let smallest, let time):
      try values.encode(smallest, forKey: .smallestHand)
      try values.encodeIfPresent(time.map { Int($0.milliseconds) }, forKey: .tileMilliseconds)
    case .detections(let regions): try values.encode(regions.map(\.numbers), forKey: .palmsIn)
    case .objects(let regions): try values.encode(regions.map(\.numbers), forKey: .handsIn)
    }
    try values.encode(landmarkPasses, forKey: .landmarkPasses)
    try values.encode(looksAgain, forKey: .looksAgain)
    try values.encode(numThreads, forKey: .numThreads)
    try values.encode(precision, forKey: .precision)
    for (key, part) in Self.parts { try values.encode(details.contains(part), forKey: key) }
    try values.encode(reportsTimings, forKey: .timings)
    try values.encodeIfPresent(camera, forKey: .camera)
    try values.encodeIfPresent(events, forKey: .events)
    try values.encodeIfPresent(touchless, forKey: .touchless)
    try values.encodeIfPresent(swipes, forKey: .swipes)
    try values.encodeIfPresent(grabs, forKey: .grabs)
    try values.encodeIfPresent(motions, forKey: .motions)
    try values.encode(motionOptions.falseAlarmsPerMinute, forKey: .falseAlarmsPerMinute)
    try values.encodeIfPresent(actions, forKey: .actions)
  }
}
