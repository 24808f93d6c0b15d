import HandCore
import MudraPlatform
import TFLiteFormat

/// Learns gestures while a program runs: from the frames of a stream in which somebody shows them.
///
/// The networks stay as they are. Embeddings come from a recognizer's results (`ResultDetails.embeddings`) or from a
/// ``HandEmbedder``, and ``TrainedGestures/decision(for:)`` names them:
///
/// ```swift
/// var enroller = GestureEnroller()
/// try enroller.begin("wave")
/// // for each frame, until it returns .complete:
/// let step = try enroller.add(result)
/// if let wish = enroller.missing.first { print(wish) }
/// // then:
/// let gestures = try enroller.train()
/// ```
///
/// Frames that are like those it has say nothing new, and are not taken: it asks for a hand that moves nearer and
/// farther, that turns, for the other hand, and to begin the gesture again in other light. Each time that a gesture is
/// begun is a group: with two or more, the report says how well each is recognized by what was learned of the others.
///
/// It is a value that can be saved with any encoder.
public struct GestureEnroller: Sendable, Hashable {
  /// What became of a frame.
  public enum Step: Sendable, Hashable, Codable {
    /// It was taken; it is number `count` of the `wanted` ones.
    case taken(count: Int, wanted: Int)
    /// It was not taken: it is like one that was taken. ``GestureEnroller/missing`` says what to vary.
    case alike(count: Int, wanted: Int)
    /// It was not taken: the hand moves too fast. A frame is only taken if the one before it looks similar.
    case moving
    /// It was not taken: it shows no hand.
    case noHand
    /// There are as many frames as wanted, or nothing new comes any more. Later frames are not taken.
    case complete
    /// It was not taken: no gesture was begun.
    case idle
  }

  /// What there should be of a gesture, so that it is recognized tomorrow and of other people, too.
  public enum Variety: String, Sendable, Hashable, Codable, CaseIterable {
    /// The hand near and far.
    case distance
    /// The hand turned.
    case turn
    /// The left hand and the right one.
    case otherHand
    /// The gesture once more, in other light or of another person.
    case otherLight
  }

  /// The examples so far.
  public private(set) var dataset = GestureDataset()
  /// The gesture that is being learned; nil between gestures.
  public private(set) var current: String?
  /// What a gesture from before makes of the last frame, if it would take it for its own: the two will be mixed up.
  public private(set) var resemblance: GestureDecision?
  /// The options of the training.
  public let options: GestureTrainingOptions
  /// The maximum number of frames to take each time that a gesture is begun.
  public private(set) var frameCount: Int

  /// The frames taken since the gesture was begun.
  private var count = 0
  /// The frames since the last one that was taken.
  private var alikeCount = 0
  private var isComplete = false
  private var previous: [Float]?
  /// The gesture that was begun last.
  private var last: String?
  private var seen: [String: SeenViews] = [:]
  /// The gestures other than the current one; nil if there are none.
  private var known: TrainedGestures?

  /// The cosine similarity of the positive parts of two embeddings of successive frames from which a hand is held still
  /// enough to be seen clearly.
  private static let steadiness = 0.95
  /// The cosine similarity from which a frame says nothing new. Frames of a hand that is held still have 0.995 to 1,
  /// the same pose of others 0.5 to 0.95.
  private static let likeness = 0.998
  /// As many frames without news, as a multiple of the wanted ones, are enough.
  private static let patience = 3
  /// The maximum number of frames to take.
  private static let frameCountLimit = 10_000

  /// An enroller without gestures.
  ///
  /// - Parameters:
  ///   - options: the options of the training.
  ///   - frameCount: the maximum number of frames to take each time that a gesture is begun, from 2 to 10,000.
  public init(options: GestureTrainingOptions = GestureTrainingOptions(), frameCount: Int = 20) {
    self.options = options
    self.frameCount = Self.possible(frameCount)
  }

  private static func possible(_ frameCount: Int) -> Int { min(max(frameCount, 2), frameCountLimit) }

  /// The names of the gestures that have examples.
  public var names: [String] {
    Set(dataset.examples.compactMap(\.gesture).map(NameKey.init)).map(\.name)
      .ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What was not seen yet of the gesture that was begun last, in the order in which to ask for it. Without the views
  /// of hands, only ``Variety/otherLight`` is known.
  public var missing: [Variety] { last.flatMap { seen[$0]?.missing } ?? [] }

  // MARK: Frames

  /// Begins a gesture, or takes more frames of one as another group. What was taken of one that is not complete is
  /// dropped, unless ``finish()`` kept it.
  ///
  /// - Parameters:
  ///   - gesture: its name.
  ///   - frameCount: the maximum number of frames to take from now on, from 2 to 10,000; nil to leave it as it is.
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have.
  public mutating func begin(_ gesture: String, frameCount: Int? = nil) throws(GestureTrainingError) {
    try GestureName.check(gesture)
    drop()
    if let frameCount { self.frameCount = Self.possible(frameCount) }
    current = gesture
    last = gesture
    isComplete = false
    seen[gesture, default: SeenViews()].holds += 1
    meetOthers()
  }

  /// Ends the gesture that is being learned, and keeps what was taken of it.
  public mutating func finish() {
    current = nil
    (count, alikeCount, previous, resemblance) = (0, 0, nil, nil)
  }

  /// Ends the gesture that is being learned, and drops what was taken of it since it was begun.
  public mutating func drop() {
    if let current {
      dataset.remove(gesture: current, group: group)
      seen[current]?.holds -= 1
    }
    finish()
  }

  /// Takes a frame of the current gesture, or says why not.
  ///
  /// - Parameters:
  ///   - embedding: the hand.
  ///   - view: how it is seen, for ``missing``.
  /// - Throws: `GestureTrainingError` for an embedding that cannot be used.
  public mutating func add(_ embedding: HandEmbedding, view: HandView? = nil) throws(GestureTrainingError) -> Step {
    guard let current else { return isComplete ? .complete : .idle }
    let values = embedding.values
    try embedding.check(
      size: dataset.examples.first?.embedding.values.count ?? min(max(values.count, 1), HandEmbedding.sizeLimit),
      source: "the frame")
    defer { previous = values }
    guard let previous, Self.similarity(previous, values) >= Self.steadiness else { return .moving }
    let decision = known?.head.embeddingSize == values.count ? try known?.decision(for: embedding) : nil
    resemblance = decision?.name == nil ? nil : decision
    if let view { seen[current]?.add(view) }
    guard isNews(values, of: current) else {
      alikeCount += 1
      return alikeCount < Self.patience * frameCount
        ? .alike(count: count, wanted: frameCount) : complete()
    }
    try dataset.add(embedding, gesture: current, source: "frame \(count + 1), \(group)", group: group, view: view)
    count += 1
    alikeCount = 0
    return count < frameCount ? .taken(count: count, wanted: frameCount) : complete()
  }

  /// Takes the largest hand of a result that has embeddings, or says why not.
  ///
  /// - Throws: `GestureTrainingError` for an embedding that cannot be used.
  public mutating func add(_ result: some HandResult) throws(GestureTrainingError) -> Step {
    guard current != nil else { return isComplete ? .complete : .idle }
    let hands = result.hands.compactMap { hand in
      hand.embedding.map { ($0, HandView(landmarks: hand.landmarks, isRight: hand.side == .right)) }
    }
    guard let (values, view) = hands.max(by: { $0.1?.size ?? 0 < $1.1?.size ?? 0 }) else { return .noHand }
    return try add(HandEmbedding(values), view: view)
  }

  private mutating func complete() -> Step {
    finish()
    isComplete = true
    return .complete
  }

  // MARK: Gestures

  /// Takes an example from elsewhere: of a picture, or one that was learned before and kept. The next time that its
  /// gesture is begun is another group than all those of its examples.
  ///
  /// - Throws: `GestureTrainingError`, as ``GestureDataset/add(_:gesture:source:group:view:)``.
  public mutating func restore(_ example: GestureDataset.Example) throws(GestureTrainingError) {
    try dataset.add(
      example.embedding, gesture: example.gesture, source: example.source, group: example.group, view: example.view)
    guard let gesture = dataset.examples.last?.gesture else { return }
    if let view = example.view { seen[gesture, default: SeenViews()].add(view) }
    guard let group = example.group, group.hasPrefix(Self.groupName),
      let number = Int(group.dropFirst(Self.groupName.count))
    else { return }
    let holds = seen[gesture]?.holds ?? 0
    seen[gesture, default: SeenViews()].holds = max(holds, min(number, 1 << 30))
  }

  /// Removes a gesture and all its examples.
  public mutating func remove(_ gesture: String) {
    dataset.remove(gesture: gesture)
    if current?.hasSameBytes(as: gesture) == true { finish() }
    if last?.hasSameBytes(as: gesture) == true { last = nil }
    seen[gesture] = nil
  }

  /// The gestures learned from all examples.
  ///
  /// - Throws: `GestureTrainingError`, as ``GestureTrainer/train(_:)``.
  public func train() throws(GestureTrainingError) -> TrainedGestures {
    try GestureTrainer(options: options).train(dataset)
  }

  // MARK: Steps

  /// The group of what is taken now.
  private var group: String { "\(Self.groupName)\(last.flatMap { seen[$0]?.holds } ?? 1)" }
  private static let groupName = "time "

  private mutating func meetOthers() {
    var others = dataset
    if let current { others.remove(gesture: current) }
    // Gestures that cannot be trained yet resemble nothing.
    known = others.examples.isEmpty ? nil : try? GestureTrainer(options: options).train(others)
  }

  private func isNews(_ values: [Float], of gesture: String) -> Bool {
    !dataset.examples.contains { example in
      example.gesture?.hasSameBytes(as: gesture) == true
        && Self.similarity(example.embedding.values, values) >= Self.likeness
    }
  }

  private static func similarity(_ first: [Float], _ second: [Float]) -> Double {
    guard first.count == second.count else { return 0 }
    var (product, left, right) = (0.0, 0.0, 0.0)
    for index in first.indices {
      let (x, y) = (max(Double(first[index]), 0), max(Double(second[index]), 0))
      product += x * y
      left += x * x
      right += y * y
    }
    return left > 0 && right > 0 ? product / (left * right).squareRoot() : 0
  }
}

extension GestureEnroller: Codable {
  private enum CodingKeys: CodingKey {
    case dataset, current, last, seen, options, frameCount, count
  }

  /// Writes what goes on from here; what was seen of the last frame is not a part of it.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(dataset, forKey: .dataset)
    try container.encodeIfPresent(current, forKey: .current)
    try container.encodeIfPresent(last, forKey: .last)
    try container.encode(seen, forKey: .seen)
    try container.encode(options, forKey: .options)
    try container.encode(frameCount, forKey: .frameCount)
    try container.encode(count, forKey: .count)
  }

  /// Reads an enroller, with all checks of its calls.
  ///
  /// - Throws: `DecodingError`, or `GestureTrainingError` for names or options that cannot be.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    dataset = try container.decode(GestureDataset.self, forKey: .dataset)
    current = try container.decodeIfPresent(String.self, forKey: .current)
    last = try container.decodeIfPresent(String.self, forKey: .last)
    seen = try container.decode([String: SeenViews].self, forKey: .seen)
    options = try container.decode(GestureTrainingOptions.self, forKey: .options)
    frameCount = try container.decode(Int.self, forKey: .frameCount)
    count = try container.decode(Int.self, forKey: .count)
    for name in [current, last].compactMap(\.self) + seen.keys { try GestureName.check(name) }
    try options.check()
    let range = 2...Self.frameCountLimit
    try container.require(range.contains(frameCount), .frameCount, "it is not from 2 to \(Self.frameCountLimit)")
    try container.require((0..<frameCount).contains(count), .count, "it is not below \(frameCount)")
    try container.require(
      seen.values.allSatisfy { (0..<Int(clamping: Int64(1) << 32)).contains($0.holds) }, .seen,
      "a number of times is out of range")
    try container.require(
      current == nil || current == last && seen[current ?? ""] != nil, .current, "it was not begun last")
    if current != nil { meetOthers() }
  }
}
