/// Where a prepared operator finds its tensors while it runs. Borrowed for one call; the session owns the memory.
package struct OperatorIO {
  let inputs: UnsafePointer<UnsafeMutableRawPointer?>
  let outputs: UnsafePointer<UnsafeMutableRawPointer?>
  let scratch: UnsafeMutableRawPointer
  let scratchStride: Int
  let threads: ThreadPool

  /// Input `index`, whose element type the operator checked. Absent inputs are never read.
  func input<T>(_ index: Int, as type: T.Type) -> UnsafePointer<T> {
    UnsafePointer(inputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type))
  }

  /// A float input.
  func input(_ index: Int) -> UnsafePointer<Float> { input(index, as: Float.self) }

  /// A float output.
  func output(_ index: Int) -> UnsafeMutablePointer<Float> { output(index, as: Float.self) }

  /// Output `index`.
  func output<T>(_ index: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    outputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type)
  }

  /// Cuts `count` pieces of work into one run of neighbours a thread; `body` gets them with the thread's scratch.
  ///
  /// Work that is not worth waking a thread for, fewer than `grain` pieces a thread, stays on the caller.
  func parallel(_ count: Int, grain: Int = 1, _ body: (Range<Int>, UnsafeMutablePointer<Float>) -> Void) {
    let threadCount = min(threads.threadCount, count / max(grain, 1))
    guard threadCount > 1 else {
      if count > 0 { body(0..<count, scratch.assumingMemoryBound(to: Float.self)) }
      return
    }
    let scratch = scratch
    let stride = scratchStride
    threads.run(threadCount) { thread in
      body(
        (count * thread / threadCount)..<(count * (thread + 1) / threadCount),
        (scratch + thread * stride).assumingMemoryBound(to: Float.self))
    }
  }
}
