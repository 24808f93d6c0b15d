import Dispatch
import HandTracking
import PixelImaging
import TaskTestSupport
import TestSupport
import Testing

@Suite struct AsyncCallTests {
  @Test func `awaited pictures have the results of pictures that are waited for`() async throws {
    let image = try RenderedHands.image("Victory_left")
    let recognizer = try ClipFrames.recognizer(.image)
    let expected = try ClipFrames.recognizer(.image)
    #expect(try await recognizer.recognize(image) == expected.recognize(image: image))
    #expect(try await recognizer.recognize(MPImage(image: image)) == expected.recognize(image: image))
    let landmarker = try ClipFrames.landmarker(.image)
    let other = try ClipFrames.landmarker(.image)
    #expect(try await landmarker.detect(image) == other.detect(image: image))
    #expect(try await landmarker.detect(MPImage(image: image)) == other.detect(image: image))
  }

  @Test func `calls without a label stay what MediaPipe's are, in asynchronous code too`() async throws {
    let image = try RenderedHands.image("Victory_left")
    let task = try ClipFrames.recognizer(.image)
    // Without `await`: the asynchronous forms have other names.
    #expect(try task.recognize(image: MPImage(image: image)).gestures.count == 1)
  }

  @Test func `awaited frames are followed, and a bad one has no effect`() async throws {
    let task = try ClipFrames.recognizer()
    let expected = try ClipFrames.recognizer()
    for index in 0..<6 {
      let image = try ClipFrames.image(index)
      let found = try await task.recognize(VideoFrame(image: image, timestampInMilliseconds: 33 * index))
      #expect(try found == expected.recognize(videoFrame: image, timestampInMilliseconds: 33 * index))
      await #expect(throws: TaskError.timestampNotIncreasing(timestamp: -1, previous: 33 * index)) {
        try await task.recognize(VideoFrame(image: image, timestampInMilliseconds: -1))
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `the mode is checked`() async throws {
    let image = try OnePixel.image()
    let frame = VideoFrame(image: image, timestampInMilliseconds: 0)
    await #expect(throws: TaskError.wrongRunningMode(required: .video, current: .image)) {
      try await ClipFrames.landmarker(.image).detect(frame)
    }
    await #expect(throws: TaskError.wrongRunningMode(required: .image, current: .video)) {
      try await ClipFrames.recognizer().recognize(image)
    }
    #expect(throws: TaskError.wrongRunningMode(required: .video, current: .image)) {
      try ClipFrames.recognizer(.image).results(of: AsyncStream<VideoFrame> { $0.finish() })
    }
  }

  @Test func `a call that is cancelled before its turn does not begin`() async throws {
    let task = try ClipFrames.landmarker(.image)
    let image = try RenderedHands.image("Victory_left")
    let call = Task {
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
      return try await task.detect(image)
    }
    call.cancel()
    let error = await #expect(throws: TaskError.cancelled) { try await call.value }
    #expect(error?.code == .cancelledError)
    // It was not counted as a picture either.
    #expect(try task.detect(image: image).timestampInMilliseconds == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a clip's results come as a sequence`() async throws {
    let frames = try (0..<8).map {
      VideoFrame(image: try ClipFrames.image($0), timestampInMilliseconds: 33 * $0)
    }
    let expected = try ClipFrames.recognizer()
    let task = try ClipFrames.recognizer()
    let source = AsyncStream<VideoFrame> { continuation in
      for frame in frames { continuation.yield(frame) }
      continuation.finish()
    }
    var count = 0
    for await found in try task.results(of: source, policy: .block) {
      let frame = frames[count]
      #expect(found.timestampInMilliseconds == frame.timestampInMilliseconds)
      #expect(
        try found.get()
          == expected.recognize(videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds))
      count += 1
    }
    #expect(count == frames.count)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a sequence ends when its task is closed`() async throws {
    let task = try ClipFrames.landmarker()
    let image = try OnePixel.image()
    let time = Guarded(0)
    let source = AsyncStream<VideoFrame>(unfolding: {
      time.withLock { $0 += 1 }
      return VideoFrame(image: image, timestampInMilliseconds: time.withLock { $0 })
    })
    var count = 0
    for await frame in try task.results(of: source, policy: .block) {
      _ = try frame.get()
      count += 1
      if count == 3 { task.close() }
    }
    #expect(count == 3)
    #expect(throws: TaskError.closed) { try task.results(of: source) }
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  @Test func `a sequence that waits for a frame ends when its task is closed`() async throws {
    let task = try ClipFrames.landmarker()
    let source = AsyncStream<VideoFrame>.makeStream()
    let results = try task.results(of: source.stream)
    let again = try task.results(of: AsyncStream<VideoFrame> { _ in })
    let loop = Task {
      var count = 0
      for await _ in results {
        count += 1
        // The source has no more.
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { task.close() }
      }
      return count
    }
    source.continuation.yield(VideoFrame(image: try OnePixel.image(), timestampInMilliseconds: 0))
    #expect(await loop.value == 1)
    // One that begins after the end.
    for await _ in again { Issue.record("a frame of a source that has none") }
  }
}
