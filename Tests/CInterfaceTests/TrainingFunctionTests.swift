import CInterface
import CMudra
import Foundation
import HandRecording
import HandTracking
import TestSupport
import Testing

@Suite("Training from C") struct TrainingFunctionTests {
  /// A trainer, its status and the text of the failure.
  private func create(
    _ json: String? = nil, learnsMotions: Bool = false, path: String? = HeldCalls.model("gesture_recognizer")
  ) -> (trainer: OpaquePointer?, status: mudra_status, text: String) {
    var (trainer, error): (OpaquePointer?, UnsafeMutablePointer<CChar>?)
    let copies = [json, path].map { $0.map { strdup($0) } }
    defer {
      copies.forEach { free($0 ?? nil) }
      mudra_free(error)
    }
    var options = mudra_session_options()
    options.size = UInt32(MemoryLayout<mudra_session_options>.size)
    options.interface = 1
    options.is_video = learnsMotions ? 1 : 0
    options.json = copies[0].flatMap { UnsafePointer($0) }
    options.model_path = copies[1].flatMap { UnsafePointer($0) }
    let status = mudra_trainer_create(&options, &trainer, &error)
    return (trainer, status, error.map { String(cString: $0) } ?? "")
  }

  private func add(
    _ trainer: OpaquePointer?, _ name: String?, _ lines: String?
  ) -> (status: mudra_status, text: String) {
    var error: UnsafeMutablePointer<CChar>?
    let copies = [name, lines].map { $0.map { strdup($0) } }
    defer {
      copies.forEach { free($0 ?? nil) }
      mudra_free(error)
    }
    let status = mudra_trainer_add(trainer, copies[0] ?? nil, nil, copies[1] ?? nil, &error)
    return (status, error.map { String(cString: $0) } ?? "")
  }

  private func train(_ trainer: OpaquePointer?) -> (status: mudra_status, data: Data, card: String) {
    var (data, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    var (card, error): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let status = mudra_trainer_train(trainer, &data, &size, &card, &error)
    defer {
      mudra_free(data)
      mudra_free(card)
      mudra_free(error)
    }
    return (
      status, data.map { Data(bytes: $0, count: size) } ?? Data(), (card ?? error).map { String(cString: $0) } ?? ""
    )
  }

  private func line(of name: String) throws -> String {
    let model = try HandModel(path: HeldCalls.model("gesture_recognizer"))
    let session = try HandSession(model: model, options: SessionOptions(), areVideoFrames: false)
    return try session.result(of: try RenderedHands.image(name), timestampInMilliseconds: nil, source: "").json
  }

  @Test func `a gesture learned from lines is named by a bundle with it`() throws {
    let trainer = create(#"{"keptShare": 0.9}"#).trainer
    for side in ["left", "right"] {
      #expect(add(trainer, "good", try line(of: "Thumb_Up_\(side)")).status == MUDRA_OK)
      #expect(add(trainer, "closed", try line(of: "Closed_Fist_\(side)")).status == MUDRA_OK)
    }
    let trained = train(trainer)
    #expect(trained.status == MUDRA_OK && trained.card.contains("| good |"))
    let recognizer = try GestureRecognizer(model: HandModel(data: trained.data), options: GestureRecognizerOptions())
    let result = try recognizer.recognize(image: try RenderedHands.image("Thumb_Up_left"))
    #expect(result.gestures.first?.first?.categoryName == "good")
    #expect(mudra_trainer_close(trainer) == MUDRA_OK)
    #expect(mudra_trainer_close(trainer) == MUDRA_INVALID_ARGUMENT)
    #expect(train(trainer).status == MUDRA_INVALID_ARGUMENT)
  }

  @Test func `lines are added all or none, and events among them are skipped`() throws {
    let trainer = create().trainer
    defer { _ = mudra_trainer_close(trainer) }
    let hand = try line(of: "Victory_left")
    #expect(add(trainer, "mine", hand + "\n{}x").text.contains("Line 2"))
    #expect(train(trainer).card == "there are no examples")
    #expect(add(trainer, "mine", #"{"schema":"mudra.event/1","event":"lost"}"# + "\n" + hand).status == MUDRA_OK)
    #expect(train(trainer).card.contains("from 1 hands"))
  }

  @Test(
    arguments: [
      (nil, MUDRA_INVALID_ARGUMENT, "null"), ("[]", MUDRA_INVALID_ARGUMENT, "Line 1 is no object"),
      ("", MUDRA_NOT_FOUND, "no hand"), (#"{"hands":[],"source":"","width":9,"height":9}"#, MUDRA_NOT_FOUND, "no hand"),
      (#"{"hands":7,"source":""}"#, MUDRA_INVALID_ARGUMENT, "Line 1 is not of the form"),
      (#"{"hands":[{}],"source":""}"#, MUDRA_INVALID_ARGUMENT, "Line 1 is not of the form"),
      (
        #"{"hands":[{"handedness":{"name":"Both","score":1},"landmarks":[],"worldLandmarks":[]}],"source":""}"#,
        MUDRA_INVALID_ARGUMENT, "neither Right nor Left"
      ),
    ] as [(String?, mudra_status, String)])
  func `lines that teach nothing lead to a status`(lines: String?, status: mudra_status, text: String) {
    let trainer = create().trainer
    defer { _ = mudra_trainer_close(trainer) }
    let answer = add(trainer, "mine", lines)
    #expect(answer.status == status && answer.text.contains(text), "\(answer)")
  }

  @Test func `motions need no model, and a moment is none`() throws {
    let (trainer, status, text) = create(learnsMotions: true, path: nil)
    #expect(status == MUDRA_OK, "\(text)")
    defer { _ = mudra_trainer_close(trainer) }
    let frame = #"{"hands":[],"source":"","width":640,"height":480,"timestampMs":"#
    #expect(add(trainer, nil, frame + "0}\n" + frame + "33}").status == MUDRA_OK)
    #expect(add(trainer, "wave", frame + "0}").status == MUDRA_NOT_FOUND)
    #expect(add(trainer, "wave", #"{"hands":[],"source":""}"#).text.contains("Line 1"))
    #expect(train(trainer).status == MUDRA_INVALID_ARGUMENT)
  }

  @Test func `wrong options of a trainer say which one is wrong`() {
    for (json, part) in [
      (#"{"keptShare": 2}"#, "keptShare is 2.0"), (#"{"keptShare": "much"}"#, "keptShare"),
      (#"{"method": "guess"}"#, "method"), ("{", "byte 1"),
    ] {
      let answer = create(json)
      #expect(answer.status == MUDRA_INVALID_ARGUMENT && answer.text.contains(part), "\(answer)")
    }
    #expect(create(path: nil).text.contains("no model"))
    #expect(create(path: "/no/bundle.task").status == MUDRA_NOT_FOUND)
    #expect(create(path: HeldCalls.model("hand_landmarker")).status != MUDRA_OK)
  }
}
