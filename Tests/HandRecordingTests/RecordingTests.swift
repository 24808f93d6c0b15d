import Foundation
import HandPose
import HandRecording
import HandTracking
import Mudra
import PixelImaging
import TestSupport
import Testing

@Suite struct RecordingTests {
  /// The repository's clip.
  private let clip = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../HandTrackingTests/Fixtures/clip")

  private func withFile(_ bytes: Data, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mudra").path
    try bytes.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  /// A recording of the clip's first frames, some of which have no answer.
  private func recording(
    _ model: HandModel, frames: Int, unanswered: Set<Int> = [], budget: Duration? = nil, motions: MotionModel? = nil,
    changing change: (String) -> String = { $0 }
  ) throws -> Data {
    var options = SessionOptions()
    options.numHands = 2
    options.tracking.assignsIdentities = true
    options.tracking.frameBudget = budget
    options.motions = motions
    if motions != nil { options.actions = HandActionSettings() }
    let session = try HandSession(model: model, options: options, areVideoFrames: true)
    var bytes = try RecordingWriter.start(RecordingHeader(options: options, model: nil))
    for index in 0..<frames {
      let name = "frame00\(index).png"
      let file = Array(try Data(contentsOf: clip.appendingPathComponent(name)))
      let frame = try FrameMessage(
        FrameHeader(format: .picture, width: 0, height: 0, number: UInt32(index), milliseconds: Double(33 * index)),
        pixels: file)
      let answer = try session.result(of: frame.image(), timestampInMilliseconds: 33 * index, source: name)
      bytes += try RecordingWriter.data(.frame(frame))
      if !unanswered.contains(index) { bytes += try RecordingWriter.data(.answer(change(answer.json))) }
    }
    return bytes
  }

  @Test func `a recording runs again with the same answers`() throws {
    let model = try HandModel()
    try withFile(try recording(model, frames: 6)) { path in
      let replay = RecordingReplay(try RecordingReader(path: path), model: model, source: "again")
      var steps: [RecordingReplay.Step] = []
      while let step = try replay.next() { steps.append(step) }
      #expect(steps.count == 6)
      #expect(steps.allSatisfy { $0.isEqual == true })
      #expect(steps.last?.result.hands.first?.track?.id == steps.first?.result.hands.first?.track?.id)
    }
  }

  @Test func `a replay gives the same events of motions and the same values, which are in the answers`() throws {
    // Every movement is the motion.
    let count = MotionFeatures.count
    let network = MotionNetwork(
      seed: 1, means: [Float](repeating: 0, count: count), scales: [Float](repeating: 1, count: count),
      weights: [[Float](repeating: 0, count: RandomLayer.count) + [1]])
    let motions = MotionModel(
      motions: [.init(name: "any", handCount: 1, durations: 0.1...0.2, extent: 1e-6)],
      oneHand: .init(motions: [0], network: network, curve: [], windows: [0.1], leastExtent: 0), twoHands: nil)
    let model = try HandModel()
    let bytes = try recording(model, frames: 10, motions: motions)
    #expect(String(decoding: bytes, as: UTF8.self).contains("motionRecognized"))
    try withFile(bytes) { path in
      let replay = RecordingReplay(try RecordingReader(path: path), model: model, source: "again")
      var steps: [RecordingReplay.Step] = []
      while let step = try replay.next() { steps.append(step) }
      #expect(steps.count == 10 && steps.allSatisfy { $0.isEqual == true })
      let said = steps.flatMap { $0.result.motions ?? [] }.filter { $0.kind == .recognized }
      #expect(!said.isEmpty && said.allSatisfy { $0.name == "any" })
      #expect(steps.allSatisfy { $0.result.actions?.hands.count == $0.result.hands.count })
    }
  }

  @Test func `frames without a recorded answer are run as well, and so are those behind them`() throws {
    let model = try HandModel()
    try withFile(try recording(model, frames: 5, unanswered: [1, 2, 4])) { path in
      let replay = RecordingReplay(try RecordingReader(path: path), model: model, source: "again")
      var steps: [RecordingReplay.Step] = []
      while let step = try replay.next() { steps.append(step) }
      #expect(steps.map(\.index) == [0, 1, 2, 3, 4])
      #expect(steps.map(\.isEqual) == [true, nil, nil, true, nil])
      // A second hand comes in the last frame.
      #expect(steps.map(\.result.hands.count) == [1, 1, 1, 1, 2])
    }
  }

  @Test func `answers are compared up to the first frame in which a budget saved something`() throws {
    let model = try HandModel()
    let bytes = try recording(model, frames: 6, budget: .seconds(1000)) { json in
      json.contains("\"timestampMs\":99,") ? json.replacing("\"full\"", with: "\"fastPrecision\"") : json
    }
    try withFile(bytes) { path in
      let replay = RecordingReplay(try RecordingReader(path: path), model: model, source: "again")
      var steps: [RecordingReplay.Step] = []
      while let step = try replay.next() { steps.append(step) }
      #expect(steps.map(\.isEqual) == [true, true, true, nil, nil, nil])
      #expect(steps.allSatisfy { $0.result.economy == nil })
    }
  }

  @Test func `an answer that differs in its last digit is found`() throws {
    let model = try HandModel()
    let bytes = try recording(model, frames: 1) { json in
      json.replacing("\"presence\":0.", with: "\"presence\":0.0", maxReplacements: 1)
    }
    try withFile(bytes) { path in
      let replay = RecordingReplay(try RecordingReader(path: path), model: model, source: "again")
      #expect(try replay.next()?.isEqual == false)
    }
  }

  @Test func `a recording is written to a new file, and never over another one`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("hands.mudra")
    let header = RecordingHeader(options: SessionOptions(), model: nil)
    let frame = try FrameMessage(
      FrameHeader(format: .i420, width: 2, height: 2, number: 1, milliseconds: 0), pixels: [1, 2, 3, 4, 5, 6])
    let writer = try RecordingWriter(path: path, header)
    try writer.write(.frame(frame))
    try writer.write(.answer("{}"))
    try writer.close()
    let bytes =
      try RecordingWriter.start(header) + RecordingWriter.data(.frame(frame)) + RecordingWriter.data(.answer("{}"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(throws: POSIXError(.EEXIST)) { try RecordingWriter(path: path, header) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `a recording that is cut anywhere is refused, or ends early`() throws {
    let header = RecordingHeader(options: SessionOptions(), model: .init(name: "m", bundle: Data("abc".utf8)))
    #expect(header.model?.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let frame = try FrameMessage(
      FrameHeader(format: .i420, width: 2, height: 2, number: 1, milliseconds: 0), pixels: [1, 2, 3, 4, 5, 6])
    let start = try RecordingWriter.start(header)
    let whole = try start + RecordingWriter.data(.frame(frame)) + RecordingWriter.data(.options(SessionOptions()))
    for count in 0...whole.count {
      try withFile(whole.prefix(count)) { path in
        var records = 0
        do throws(RecordingError) {
          let reader = try RecordingReader(path: path)
          #expect(reader.header == header)
          while try reader.next() != nil { records += 1 }
          #expect([start.count, start.count + 38, whole.count].contains(count))
        } catch {
          #expect(!error.description.isEmpty)
          #expect(count < whole.count)
        }
      }
    }
  }

  @Test func `what is not a regular file is refused, without waiting for it`() throws {
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mudra").path
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: pipe) }
    #expect(throws: RecordingError.cannotRead(reason: "it is not a regular file")) { try RecordingReader(path: pipe) }
    #expect(throws: RecordingError.cannotRead(reason: "it is a folder")) { try RecordingReader(path: "/") }
    #expect(throws: RecordingError.cannotRead(reason: "No such file or directory")) {
      try RecordingReader(path: pipe + ".none")
    }
  }

  @Test func `records of unknown kinds and sizes are refused before they are read`() throws {
    let start = try RecordingWriter.start(RecordingHeader(options: SessionOptions(), model: nil))
    for (bytes, error) in [
      (start + Data("NOPE".utf8) + Data([0, 0, 0, 0]), RecordingError.kind(record: 1)),
      (
        start + Data("FRAM".utf8) + Data([255, 255, 255, 255]),
        .tooLong(record: 1, byteCount: 4_294_967_295, limit: FrameMessage.byteLimit)
      ),
      (start + Data("OPTS".utf8) + Data([1, 0, 0, 0, 91]), .content(record: 1)),
      (Data("MUDRASES".utf8) + Data([2, 0, 0, 0, 0, 0, 0, 0]), .version(2)), (Data([1, 2, 3]), .notARecording),
      (Data("GIF89a".utf8), .otherFile(reason: "the file is a GIF picture, not a recording of Mudra Studio")),
    ] {
      _ = try withFile(bytes) { path in
        #expect(throws: error) {
          let reader = try RecordingReader(path: path)
          while try reader.next() != nil {}
        }
      }
    }
  }
}
