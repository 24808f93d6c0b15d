import Foundation
import HandTracking
import TestSupport
import Testing

@Suite struct StageTimingsTests {
  @Test func `results tell no times unless asked`() throws {
    let image = try RenderedHands.image("Victory_left")
    #expect(try ClipFrames.recognizer(.image).recognize(image: image).timings == nil)
    #expect(try ClipFrames.landmarker(.image).detect(image: image).timings == nil)
  }

  @Test func `the stages are parts of the whole`() throws {
    let image = try RenderedHands.image("Victory_left")
    let task = try ClipFrames.recognizer(.image) { $0.baseOptions.reportsTimings = true }
    let timings = try #require(try task.recognize(image: image).timings)
    #expect(timings.palmDetection > .zero)
    #expect(timings.handLandmarks > .zero)
    #expect(timings.gestures > .zero)
    #expect(timings.palmDetection + timings.handLandmarks + timings.gestures <= timings.total)

    let landmarker = try ClipFrames.landmarker(.image) { $0.baseOptions.reportsTimings = true }
    #expect(try #require(try landmarker.detect(image: image).timings).gestures == .zero)
  }

  @Test func `a frame whose hands are all followed spends no time on palms`() throws {
    let task = try ClipFrames.recognizer {
      $0.numHands = 1
      $0.baseOptions.reportsTimings = true
    }
    let image = try ClipFrames.image(0)
    let first = try task.recognize(videoFrame: image, timestampInMilliseconds: 0)
    let second = try task.recognize(videoFrame: image, timestampInMilliseconds: 33)
    #expect(try #require(first.timings).palmDetection > .zero)
    #expect(try #require(second.timings).palmDetection == .zero)
    #expect(try #require(second.timings).handLandmarks > .zero)
  }

  @Test func `a result with times survives coding, one without them has no such key`() throws {
    let image = try RenderedHands.image("Victory_left")
    let timed = try ClipFrames.recognizer(.image) { $0.baseOptions.reportsTimings = true }.recognize(image: image)
    let coded = try JSONEncoder().encode(timed)
    #expect(try JSONDecoder().decode(GestureRecognizerResult.self, from: coded) == timed)
    let plain = try ClipFrames.recognizer(.image).recognize(image: image)
    let plainCoded = try JSONEncoder().encode(plain)
    #expect(!String(decoding: plainCoded, as: UTF8.self).contains("timings"))
    #expect(try JSONDecoder().decode(GestureRecognizerResult.self, from: plainCoded) == plain)
    #expect(Set([plain, plain, timed]).count == 2)
  }

  @Test func `warming up changes neither results nor times`() throws {
    let image = try ClipFrames.image(0)
    let task = try ClipFrames.recognizer()
    let expected = try ClipFrames.recognizer()
    for index in 0..<3 {
      try task.warmUp()
      #expect(
        try task.recognize(videoFrame: image, timestampInMilliseconds: index)
          == expected.recognize(videoFrame: image, timestampInMilliseconds: index))
    }
  }
}
