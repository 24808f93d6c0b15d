import Foundation
import TensorKernels
import Testing

/// Large buffers share stretches of huge pages, which nobody should notice but by speed and memory.
@Suite struct HugePagesTests {
  /// Floats of a buffer that just counts as large: 64 KB.
  private let largeCount = 16 << 10

  @Test func `large buffers are zero, aligned and apart`() {
    let buffers = (0..<40).map { AlignedBuffer(zeros: largeCount + $0 * 1000) }
    for (index, buffer) in buffers.enumerated() {
      #expect(Int(bitPattern: buffer.pointer) % 64 == 0)
      #expect((0..<buffer.count).allSatisfy { buffer.pointer[$0] == 0 })
      buffer.pointer.initialize(repeating: Float(index), count: buffer.count)
    }
    for (index, buffer) in buffers.enumerated() {
      #expect((0..<buffer.count).allSatisfy { buffer.pointer[$0] == Float(index) }, "buffer \(index)")
    }
  }

  #if os(Linux)
    @Test func `a buffer that ends gives its memory back while its neighbour lives on`() throws {
      let neighbour = AlignedBuffer(zeros: largeCount)
      neighbour.pointer[0] = 1
      let before = try residentByteCount()
      for _ in 0..<300 {
        let buffer = AlignedBuffer(zeros: 1 << 20)
        buffer.pointer.initialize(repeating: 2, count: buffer.count)
      }
      #expect(neighbour.pointer[0] == 1)
      // 1.2 GB were written one after the other. Other tests run meanwhile, hence the wide bound.
      #expect(try residentByteCount() - before < 600 << 20)
    }

    private func residentByteCount() throws -> Int {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try #require(Int(fields[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  #endif

  @Test func `buffers are made and ended by several threads at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<20 {
            let buffer = AlignedBuffer(zeros: largeCount + turn)
            buffer.pointer.initialize(repeating: Float(task), count: buffer.count)
            guard (0..<buffer.count).allSatisfy({ buffer.pointer[$0] == Float(task) }) else { return false }
          }
          return true
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
  }
}
