import MudraPlatform
import Testing
import VisionTasks

@Suite struct ThreadCountTests {
  @Test func `a single picture gets the processors that the process may use, at most eight`() {
    let count = ThreadCount.automatic(for: .image, sharesModel: false)
    #expect(count == min(ProcessorCount.available, 8))
  }

  #if canImport(Glibc)
    @Test func `a process that may use one processor gets one thread`() async {
      await #expect(processExitsWith: .exitCode(3)) {
        // A GNU function, which Swift does not import.
        typealias SetAffinity = @convention(c) (Int32, Int, UnsafeRawPointer) -> Int32
        guard let library = DynamicLibrary(firstOf: ["libc.so.6"]), let function = library.function("sched_setaffinity")
        else { exit(1) }
        let set = unsafeBitCast(function, to: SetAffinity.self)
        // The first of the processors that it may use now.
        let isSet = (0..<128 * 8).contains { processor in
          var mask = [UInt8](repeating: 0, count: 128)
          mask[processor / 8] = 1 << (processor % 8)
          return set(0, mask.count, mask) == 0
        }
        guard isSet else { exit(1) }
        exit(ThreadCount.automatic(for: .image, sharesModel: false) == 1 ? 3 : 2)
      }
    }
  #endif

  @Test func `a task that follows frames, or shares its model, gets one thread`() {
    #expect(ThreadCount.automatic(for: .video, sharesModel: false) == 1)
    #expect(ThreadCount.automatic(for: .liveStream, sharesModel: false) == 1)
    #expect(ThreadCount.automatic(for: .image, sharesModel: true) == 1)
  }
}
