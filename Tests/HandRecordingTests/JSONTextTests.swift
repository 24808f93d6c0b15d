import Foundation
import HandPose
import HandRecording
import Testing

@Suite struct JSONTextTests {
  private struct Values: Codable, Equatable {
    var text: String
    var flag: Bool?
    var floats: [Float]
    var nested: [[Int]]
    var data: Data
  }

  @Test func `values are those that Foundation reads`() throws {
    let text =
      #"{ "text": "\u00e9\n\ud83d\ude00/\/", "flag": null, "floats": [0.1, -2e-3, 3.0], "nested": [[], [1, 2.0]], "#
      + #""data": "AAEC/w==" }"#
    let values = try JSONText(text.utf8).decoded(as: Values.self)
    #expect(values == (try JSONDecoder().decode(Values.self, from: Data(text.utf8))))
    #expect(values.data == Data([0, 1, 2, 255]))
  }

  @Test func `options are read back from what Foundation writes of them`() throws {
    var options = SessionOptions()
    options.numHands = 3
    options.tracking.smoothing = SmoothingOptions()
    options.search = .palms(in: [])
    options.isMirrored = false
    options.events = GestureEventOptions()
    options.canned.allowList = ["Victory", "„"]
    let text = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
    #expect(try SessionOptions(json: text) == (try JSONDecoder().decode(SessionOptions.self, from: Data(text.utf8))))
  }

  @Test(arguments: [
    "", " ", "nul", "{\"a\":1", "{\"a\" 1}", "{a:1}", "[1,]", "[1 2]", "01", "-", "1.", "1e", "\"", "\"\\x\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "{} {}", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]",
  ]) func `a text that is no JSON is refused`(text: String) {
    #expect(throws: JSONText.Fault.self) { try JSONText(text.utf8) }
  }
}
