import Foundation
import HandTracking
import Testing

@Suite struct ThreadCountTests {
  @Test func `a single picture gets the machine's cores, at most eight`() {
    let count = ThreadCount.automatic(for: .image, sharesModel: false)
    #expect(count == min(ProcessInfo.processInfo.activeProcessorCount, 8))
  }

  @Test func `a task that follows frames, or shares its model, gets one thread`() {
    #expect(ThreadCount.automatic(for: .video, sharesModel: false) == 1)
    #expect(ThreadCount.automatic(for: .liveStream, sharesModel: false) == 1)
    #expect(ThreadCount.automatic(for: .image, sharesModel: true) == 1)
  }

  @Test func `a number that is given counts`() throws {
    let options = HandLandmarkerOptions()
    #expect(try TaskSettings(options).threadCount(sharesModel: true) == 1)
    options.baseOptions.numThreads = 3
    #expect(try TaskSettings(options).threadCount(sharesModel: true) == 3)
  }
}
