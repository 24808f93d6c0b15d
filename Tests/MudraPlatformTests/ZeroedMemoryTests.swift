import MudraPlatform
import Testing

@Suite struct ZeroedMemoryTests {
  @Test(arguments: [0, 1, 4096, 100_000])
  func `memory starts on a page, with zeros`(byteCount: Int) throws {
    let memory = try #require(ZeroedMemory(byteCount: byteCount))
    #expect(memory.byteCount == max(byteCount, 1))
    #expect(UInt(bitPattern: memory.pointer).isMultiple(of: UInt(ZeroedMemory.pageByteCount)))
    let bytes = UnsafeRawBufferPointer(start: memory.pointer, count: memory.byteCount)
    #expect(bytes.allSatisfy { $0 == 0 })
  }

  @Test func `more than there is, is refused`() {
    #expect(ZeroedMemory(byteCount: 1 << 60) == nil)
    #expect(!ZeroedMemory.isAvailable(byteCount: 1 << 60))
    #expect(ZeroedMemory.isAvailable(byteCount: 1 << 21))
  }

  @Test func `bytes are rounded up to whole pages`() {
    let page = ZeroedMemory.pageByteCount
    #expect(page.nonzeroBitCount == 1)
    #expect([0, 1, page, page + 1].map { ZeroedMemory.wholePages($0) } == [0, page, page, 2 * page])
  }
}
