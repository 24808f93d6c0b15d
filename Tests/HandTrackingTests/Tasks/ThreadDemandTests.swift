import Dispatch
import Foundation
import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Threads with little stack, and very many of them.
@Suite struct ThreadDemandTests {
  @Test(.enabled(if: !Sanitizer.isAddress && !Sanitizer.isThread, "sanitizers have larger frames"))
  func `a thread with a stack of 128 KiB makes and uses a task`() throws {
    let image = try RenderedHands.image("Thumb_Up_left")
    let model = try Data(contentsOf: URL(fileURLWithPath: BundleFiles.gestureRecognizer))
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetBuffer = model
      options.baseOptions.numThreads = 2
      let result = try? GestureRecognizer(options: options).recognize(image: image)
      #expect(result?.gestures.count == 1)
      // A model that is refused takes no more.
      options.baseOptions.modelAssetBuffer = model.prefix(model.count / 2)
      #expect(throws: TaskError.self) { try GestureRecognizer(options: options) }
      isDone.signal()
    }
    thread.stackSize = 128 << 10
    #expect(thread.stackSize == 128 << 10)
    thread.start()
    isDone.wait()
  }

  @Test func `100 recognizers of 8 threads give the bytes of one`() throws {
    let image = try RenderedHands.image("Victory_right")
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let options = GestureRecognizerOptions()
    options.baseOptions.numThreads = 8
    let expected = try GestureRecognizer(model: model).recognize(image: image)
    let tasks = try (0..<100).map { _ in try GestureRecognizer(model: model, options: options) }
    let wrong = Counter()
    let areDone = OwnThreads.finish(100) { index in
      if (try? tasks[index].recognize(image: image)) != expected { wrong.add() }
    }
    #expect(areDone)
    #expect(wrong.count == 0)
  }

  #if os(Linux)
    @Test func `after a fork the task goes on, and the child can start a program`() throws {
      let image = try RenderedHands.image("Victory_right")
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = BundleFiles.gestureRecognizer
      options.baseOptions.numThreads = 2
      let task = try GestureRecognizer(options: options)
      let expected = try task.recognize(image: image)
      // Swift hides it, but C libraries in the process may call it.
      let address = try #require(dlsym(dlopen(nil, RTLD_NOW), "fork"))
      let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
      var arguments = [strdup("/bin/true"), nil]
      defer { free(arguments[0]) }
      let child = arguments.withUnsafeMutableBufferPointer { arguments in
        let child = fork()
        guard child == 0 else { return child }
        if let list = arguments.baseAddress, let path = arguments[0] { execv(path, list) }
        _exit(1)
      }
      #expect(child > 0)
      let result = try task.recognize(image: image)
      #expect(result.landmarks == expected.landmarks && result.gestures == expected.gestures)
      var status: Int32 = -1
      #expect(waitpid(child, &status, 0) == child)
      #expect(status == 0)
    }
  #endif

  /// A number that many threads raise.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
  }
}
