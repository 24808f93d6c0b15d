import CInterface
import CMudra
import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite("Sessions from C") struct SessionFunctionTests {
  /// The answer of a call: its status, and its text or that of the failure.
  private func answer(
    _ call: (inout UnsafeMutablePointer<CChar>?, inout UnsafeMutablePointer<CChar>?) -> mudra_status
  ) -> (status: mudra_status, text: String) {
    var (lines, error): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
    let status = call(&lines, &error)
    defer {
      mudra_free(lines)
      mudra_free(error)
    }
    return (status, (lines ?? error).map { String(cString: $0) } ?? "")
  }

  private func create(
    _ json: String?, isVideo: Bool = false, path: String? = HeldCalls.model("gesture_recognizer"), size: UInt32? = nil,
    interface: UInt32 = 1
  ) -> (session: OpaquePointer?, status: mudra_status, text: String) {
    var session: OpaquePointer?
    let copies = [json, path].map { $0.map { strdup($0) } }
    defer { copies.forEach { free($0 ?? nil) } }
    var options = mudra_session_options()
    options.size = size ?? UInt32(MemoryLayout<mudra_session_options>.size)
    options.interface = interface
    options.is_video = isVideo ? 1 : 0
    options.json = copies[0].flatMap { UnsafePointer($0) }
    options.model_path = copies[1].flatMap { UnsafePointer($0) }
    let answer = answer { mudra_session_create(&options, &session, &$1) }
    return (session, answer.status, answer.text)
  }

  private func process(
    _ session: OpaquePointer?, _ picture: PixelImage, at time: Int64 = 0, change: (inout mudra_image) -> Void = { _ in }
  ) -> (status: mudra_status, text: String) {
    picture.withUnsafeBytes { bytes in
      var image = mudra_image()
      image.size = UInt32(MemoryLayout<mudra_image>.size)
      image.interface = 1
      image.format = picture.format == .rgba ? 2 : 1
      (image.width, image.height) = (Int32(picture.width), Int32(picture.height))
      image.planes.0 = bytes.baseAddress
      image.row_byte_strides.0 = picture.rowByteStride
      change(&image)
      return answer { mudra_session_process(session, &image, time, &$0, &$1) }
    }
  }

  @Test func `a session's result is the one that the library has`() throws {
    let picture = try RenderedHands.image("Victory_left")
    let created = create(#"{"numHands": 2, "shape": true}"#)
    #expect(created.status == MUDRA_OK)
    let answer = process(created.session, picture)
    #expect(answer.status == MUDRA_OK)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    #expect(json["schema"] as? String == "mudra.result/1")
    let hands = try #require(json["hands"] as? [[String: Any]])
    let points = try #require(hands.first?["landmarks"] as? [[Double]])
    let expected = try GestureRecognizer(modelPath: HeldCalls.model("gesture_recognizer")).recognize(image: picture)
    #expect(points.map { Float($0[0]) } == expected.landmarks[0].map(\.x))
    #expect((hands[0]["gestures"] as? [[String: Any]])?.first?["name"] as? String == "Victory")
    #expect(hands[0]["shape"] != nil)
    #expect(mudra_session_close(created.session) == MUDRA_OK)
    #expect(mudra_session_close(created.session) == MUDRA_INVALID_ARGUMENT)
    #expect(process(created.session, picture).status == MUDRA_INVALID_ARGUMENT)
  }

  @Test func `a video has events, and its end has those that come with it`() throws {
    let picture = try RenderedHands.image("Victory_left")
    let created = create(#"{"assignsIdentities": true, "events": {}}"#, isVideo: true)
    var lines: [Substring] = []
    for time in 0..<12 as Range<Int64> {
      let answer = process(created.session, picture, at: 33 * time)
      #expect(answer.status == MUDRA_OK)
      lines += answer.text.split(separator: "\n").dropFirst()
    }
    #expect(lines.contains { $0.contains(#""event":"appeared""#) })
    #expect(lines.contains { $0.contains(#""event":"gestureBegan","gesture":"Victory""#) })
    #expect(process(created.session, picture, at: 5).status == MUDRA_INVALID_ARGUMENT)
    let end = answer { mudra_session_finish(created.session, &$0, &$1) }
    #expect(end.text.contains(#""event":"lost""#))
    #expect(mudra_session_close(created.session) == MUDRA_OK)
  }

  @Test func `wrong options say which one is wrong`() {
    for (json, text) in [
      ("{", "byte 1: a key was expected"), (#"{"numHands": "two"}"#, "numHands: a number of its kind was expected"),
      (#"{"numHands": 1000}"#, "numHands is 1000"), (#"{"smoothing": {"minCutoff": true}}"#, "smoothing."),
      ("[]", "an object was expected"), (String(repeating: "[", count: 99), "no deeper nesting"),
      (#"{"numHands": 1, "numHands": 2}"#, "no second value"), (#"{"numHands": 1e999}"#, "numHands"),
    ] {
      let created = create(json)
      #expect(created.session == nil)
      #expect(created.status == MUDRA_INVALID_ARGUMENT)
      #expect(created.text.contains(text), "\(created.text)")
    }
    #expect(create(nil, path: nil).status == MUDRA_INVALID_ARGUMENT)
    #expect(create(nil, path: "/no/bundle").status == MUDRA_NOT_FOUND)
    #expect(create(nil, size: 8).status == MUDRA_INVALID_ARGUMENT)
    #expect(create(nil, interface: 2).status == MUDRA_INVALID_ARGUMENT)
    #expect(mudra_session_create(nil, nil, nil) == MUDRA_INVALID_ARGUMENT)
  }

  @Test func `wrong images lead to a status`() throws {
    let picture = try RenderedHands.image("Victory_left")
    let created = create(nil)
    let changes: [(inout mudra_image) -> Void] = [
      { $0.size = 4 }, { $0.interface = 0 }, { $0.width = 0 }, { $0.height = -1 }, { $0.width = .max },
      { $0.format = 0 }, { $0.format = 6 }, { $0.planes.0 = nil }, { $0.row_byte_strides.0 = 3 },
      { $0.row_byte_strides.0 = -1 },
    ]
    for change in changes {
      #expect(process(created.session, picture, change: change).status == MUDRA_INVALID_ARGUMENT)
    }
    #expect(mudra_session_process(created.session, nil, 0, nil, nil) == MUDRA_INVALID_ARGUMENT)
    #expect(mudra_session_close(created.session) == MUDRA_OK)
  }
}
