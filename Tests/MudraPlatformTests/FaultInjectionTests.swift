import Dispatch
import Foundation
import MudraPlatform
import TestSupport
import Testing

@Suite struct FaultInjectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads the bytes that it writes under another name before.
  private func copy() throws(SystemFailure) -> Int {
    let (path, other) = (folder.path("a"), folder.path("b"))
    let file = try OpenFile(path, for: .overwriting)
    try file.write([1, 2, 3])
    try file.close()
    try FileNames.rename(path, to: other)
    let copy = try OpenFile(other, for: .reading)
    var bytes = [UInt8](repeating: 0, count: try copy.byteCount())
    return try copy.read(into: &bytes)
  }

  @Test func `calls are counted in their order, and each can be made to fail`() throws {
    let counted = FaultInjection()
    #expect(try counted.run { () throws(SystemFailure) in try copy() } == 3)
    #expect(counted.calls == [.open, .write, .close, .rename, .open, .status, .status, .read])
    let reasons = counted.calls.indices.map { index in
      let faults = FaultInjection(failing: index)
      do throws(SystemFailure) {
        _ = try faults.run { () throws(SystemFailure) in try copy() }
        return "none"
      } catch {
        // Nothing is asked for after a failure.
        #expect(faults.calls == Array(counted.calls[...index]))
        return error.reason
      }
    }
    let (full, broken, many) = ("No space left on device", "Input/output error", "Too many open files")
    #expect(reasons == [many, full, broken, broken, many, broken, broken, broken])
  }

  @Test func `memory, code, threads and libraries are refused`() throws {
    func fails(_ call: FaultInjection.Call, at index: Int = 0, _ body: () -> Bool) -> Bool {
      let faults = FaultInjection(failing: index)
      return !faults.run(body) && faults.calls.last == call
    }
    #expect(fails(.memory) { ZeroedMemory(byteCount: 1) != nil })
    #expect(fails(.memory) { ZeroedMemory.isAvailable(byteCount: 1 << 20) })
    #expect(fails(.executableMemory, at: 1) { ZeroedMemory(byteCount: 1)?.makeExecutable() == true })
    #expect(fails(.library) { DynamicLibrary(firstOf: ["libc.so.6"]) != nil })
    let start: () -> Bool = {
      guard let thread = SystemThread({}) else { return false }
      thread.join()
      return true
    }
    #expect(fails(.thread, start))
    #expect(start())
  }

  @Test func `only the code that runs with faults has them`() {
    let (faults, started, tried) = (
      FaultInjection(failing: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let other = Thread {
      started.wait()
      #expect(ZeroedMemory(byteCount: 1) != nil)
      tried.signal()
    }
    other.start()
    faults.run {
      started.signal()
      tried.wait()
      #expect(ZeroedMemory(byteCount: 1) == nil)
      #expect(ZeroedMemory(byteCount: 1) != nil)
      FaultInjection().run { #expect(ZeroedMemory(byteCount: 1) != nil) }
    }
    #expect(ZeroedMemory(byteCount: 1) != nil)
    #expect(faults.calls == [.memory, .memory])
  }
}
