import HandTracking
import VisionTasks

extension SessionResult {
  /// The result as `mudra.result/1`, which `Tools/Schemas/mudra.result-1.schema.json` describes.
  package var jsonValue: JSONValue {
    var members = JSONValue.firstMembers(schema: "mudra.result/1", source: source)
    if let id { members.append(("id", .string(id))) }
    members += [
      ("timestampMs", isVideoFrame ? .integer(timestampInMilliseconds) : .null),
      ("width", .integer(image.width)), ("height", .integer(image.height)),
      (
        "hands",
        .array(
          hands.map {
            $0.json(namesGestures: namesGestures, requested: requested, cameraLandmarks: cameraLandmarks(of: $0))
          })
      ),
    ]
    if let secondLook { members.append(("secondLook", .string(secondLook.rawValue))) }
    if let economy {
      members.append(
        ("economy", .object([("step", .string(economy.step.rawValue)), ("isPredicted", .bool(economy.isPredicted))])))
    }
    if requested.contains(.hands), let details {
      members.append(("ranPalmDetector", .bool(details.ranPalmDetector)))
    }
    if let removed { members.append(("removed", .array(removed.map(\.json)))) }
    if let tiles = searchedTiles, !tiles.isEmpty {
      members.append(("searchedTiles", .array(tiles.map { JSONValue($0.numbers) })))
    }
    if let timings { members.append(("timingsMs", timings.json)) }
    if let motions { members.append(("motions", .array(motions.map { .object($0.members) }))) }
    if let actions { members.append(("actions", actions.json)) }
    return .object(members)
  }
}

extension DetectedHand {
  /// - Parameter namesGestures: whether gestures were looked for.
  fileprivate func json(
    namesGestures: Bool, requested: ResultDetails, cameraLandmarks: [Landmark]?
  ) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    members.append(("handedness", handedness.json))
    if namesGestures { members.append(("gestures", .array(gesture.map { [$0.json] } ?? []))) }
    members.append(("presence", .float(presence)))
    members.append(("landmarks", landmarks.json))
    members.append(("worldLandmarks", worldLandmarks.json))
    if let cameraLandmarks {
      members.append(("cameraLandmarks", cameraLandmarks.json))
    }
    if let track {
      members.append(
        (
          "track",
          .object([
            ("id", .integer(track.id)), ("age", .integer(track.age)), ("isFollowed", .bool(track.isFollowed)),
          ])
        ))
    }
    if let details { members.append(("details", details.json)) }
    if requested.contains(.shapes), let shape { members.append(("shape", shape.json(isRight: side == .right))) }
    if requested.contains(.motion), let motion { members.append(("motion", motion.json)) }
    if let skeleton { members.append(("skeleton", .array(skeleton.joints.map(\.json)))) }
    if let reliability {
      members.append(("reliability", .array(reliability.map { JSONValue([$0.expectedError, $0.confidence]) })))
    }
    if let embedding { members.append(("embedding", JSONValue(embedding))) }
    return .object(members)
  }
}

extension Array where Element: LandmarkPoint {
  /// Three numbers for each landmark.
  fileprivate var json: JSONValue { .array(map { JSONValue([$0.x, $0.y, $0.z]) }) }
}

extension HandMotion {
  fileprivate var json: JSONValue {
    .object([
      ("palm", JSONValue([palm.x, palm.y])), ("joints", .array(joints.map { JSONValue([$0.x, $0.y, $0.z]) })),
    ])
  }
}

extension JointPose {
  /// Position, orientation and radius.
  fileprivate var json: JSONValue {
    let (place, turn) = (position, orientation.vector)
    return JSONValue([place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w, radius])
  }
}

extension HandGesture {
  /// Name and score.
  fileprivate var json: JSONValue {
    .object([("name", JSONValue(name.isEmpty ? nil : name)), ("score", .float(score))])
  }
}

extension ResultCategory {
  /// Name, score and index.
  fileprivate var json: JSONValue {
    .object([("name", JSONValue(categoryName)), ("score", .float(score)), ("index", .integer(index))])
  }
}

extension HandDetails {
  fileprivate var json: JSONValue {
    .object(
      candidate.members + [
        ("rawHandedness", rawHandedness.json),
        ("rawLandmarks", rawLandmarks.json),
        ("rawWorldLandmarks", rawWorldLandmarks.json),
      ])
  }
}

extension HandCandidate {
  /// The region as `--palms-in` and `--hands-in` take it, and why it was searched.
  fileprivate var members: [(key: String, value: JSONValue)] {
    let place: [(key: String, value: JSONValue)] =
      [("region", JSONValue(region.numbers))] + (tile.map { [("tile", JSONValue($0.numbers))] } ?? [])
    switch origin {
    case .detected(let palm): return place + [("origin", "detected"), ("palm", palm.json)]
    case .followed(let hand): return place + [("origin", "followed"), ("previousHand", .integer(hand))]
    case .given: return place + [("origin", "given")]
    }
  }
}

extension PalmBox {
  fileprivate var json: JSONValue {
    .object([
      ("score", .float(score)), ("box", JSONValue([xMin, yMin, width, height])),
      ("wrist", JSONValue([wrist.x, wrist.y])), ("middleKnuckle", JSONValue([middleKnuckle.x, middleKnuckle.y])),
    ])
  }
}

extension RemovedCandidate {
  fileprivate var json: JSONValue {
    let (name, presence): (String, Float?) =
      switch rule {
      case .palmScore: ("palmScore", nil)
      case .outsideRegion: ("outsideRegion", nil)
      case .handLimit: ("handLimit", nil)
      case .overlap: ("overlap", nil)
      case .presence(let presence): ("presence", presence)
      case .repeated: ("repeated", nil)
      }
    let rule: [(key: String, value: JSONValue)] = [("rule", .string(name))]
    return .object(rule + (presence.map { [("presence", .float($0))] } ?? []) + candidate.members)
  }
}

extension HandShape {
  /// - Parameter isRight: whether it looks like a right hand.
  fileprivate func json(isRight: Bool) -> JSONValue {
    let fingers = Finger.allCases.map { finger in
      (
        key: "\(finger)",
        value: JSONValue.object([
          ("curl", .string("\(curl(of: finger))")), ("bend", .float(bend(of: finger))),
          ("direction", .string("\(pictureDirection(of: finger))")),
        ])
      )
    }
    let normal = palmNormal(isRight: isRight)
    return .object([
      ("fingers", .object(fingers)), ("palmNormal", JSONValue([normal.x, normal.y, normal.z])),
      ("pinchDistance", .float(pinchDistance())), ("palmLength", .float(palmLength)),
    ])
  }
}

extension StageTimings {
  fileprivate var json: JSONValue {
    .object([
      ("palmDetection", .double(palmDetection.milliseconds)), ("handLandmarks", .double(handLandmarks.milliseconds)),
      ("gestures", .double(gestures.milliseconds)), ("total", .double(total.milliseconds)),
    ])
  }
}

extension Duration {
  /// The duration in milliseconds.
  package var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}

extension HandActionValues {
  /// Names and values as in OpenXR's extension of hand interaction.
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("hands", .array(hands.map(\.json)))]
    if let both {
      members.append(
        (
          "both",
          .object([
            ("hands", JSONValue(both.hands)), ("isActive", .bool(both.isActive)), ("zoom", .float(both.zoom)),
            ("rotation", .float(both.rotation)),
          ])
        ))
    }
    return .object(members)
  }
}

extension HandActionValues.Hand {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("hand", .integer(hand)), ("pinch", pinch.json), ("grasp", grasp.json), ("aim_activate", aim.json),
    ]
    if let ray {
      members.append(("aim", .object([("origin", JSONValue(ray.origin)), ("direction", JSONValue(ray.direction))])))
    }
    if let drag { members.append(("drag", JSONValue([drag.x, drag.y]))) }
    return .object(members)
  }
}

extension HandActionValues.Value {
  fileprivate var json: JSONValue {
    .object([("ready", .bool(isReady)), ("value", .float(value)), ("isActive", .bool(isActive))])
  }
}

extension JSONValue {
  fileprivate init(_ vector: SIMD3<Float>) { self.init([vector.x, vector.y, vector.z]) }
}
