#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import Foundation
  import Testing

  @Suite struct CMTimeRangeTests {
    @Test func `a range ends after its duration`() {
      let start = CMTimeMake(value: 7, timescale: 30)
      #expect(CMTimeRange(start: start, duration: CMTimeMake(value: 1, timescale: 30)).end.seconds == 8.0 / 30)
      #expect(CMTimeRangeMake(start: start, duration: CMTimeMake(value: 1, timescale: 4)).end.seconds == 29.0 / 60)
      #expect(CMTimeRange.zero.end == .zero && CMTimeRange.zero.isValid)
    }

    @Test func `what cannot be counted is invalid`() {
      let backward = CMTimeRange(start: .zero, duration: CMTimeMake(value: -1, timescale: 30))
      #expect(!backward.isValid && !backward.end.isValid)
      #expect(!CMTimeRange.invalid.isValid && !CMTimeAdd(.zero, .invalid).isValid)
      let largest = CMTimeMake(value: .max, timescale: 1)
      #expect(!CMTimeAdd(largest, CMTimeMake(value: 1, timescale: 1)).isValid)
      #expect(!CMTimeAdd(largest, CMTimeMake(value: 1, timescale: 2)).isValid)
      // There is no timescale for both that is small enough.
      let fine = CMTimeMake(value: 1, timescale: .max)
      #expect(!CMTimeAdd(fine, CMTimeMake(value: 1, timescale: .max - 1)).isValid)
      #expect(CMTimeAdd(fine, fine) == CMTimeMake(value: 2, timescale: .max))
    }

    @Test func `a range can be stored`() throws {
      let range = CMTimeRange(
        start: CMTimeMake(value: 7, timescale: 30), duration: CMTimeMake(value: 1, timescale: 30))
      #expect(try JSONDecoder().decode(CMTimeRange.self, from: JSONEncoder().encode(range)) == range)
    }
  }
#endif
