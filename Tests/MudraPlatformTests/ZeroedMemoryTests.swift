import MudraPlatform
import Testing

@Suite struct ZeroedMemoryTests {
  @Test(arguments: [0, 1, 4096, 100_000, 5_000_000], [false, true])
  func `memory starts on a page, with zeros`(byteCount: Int, isFilled: Bool) throws {
    let memory = try #require(ZeroedMemory(byteCount: byteCount, isFilled: isFilled))
    #expect(memory.byteCount == max(byteCount, 1))
    #expect(UInt(bitPattern: memory.pointer).isMultiple(of: UInt(ZeroedMemory.pageByteCount)))
    let bytes = UnsafeMutableRawBufferPointer(start: memory.pointer, count: memory.byteCount)
    #expect(bytes.allSatisfy { $0 == 0 })
    // To the last byte, it can be written.
    bytes.initializeMemory(as: UInt8.self, repeating: 1)
    #expect(bytes.last == 1)
  }

  #if os(Linux)
    @Test func `memory that will be filled starts on a large page`() throws {
      let large = ZeroedMemory.largePageByteCount
      let memory = try #require(ZeroedMemory(byteCount: large + 1, isFilled: true))
      #expect(UInt(bitPattern: memory.pointer).isMultiple(of: UInt(large)))
    }
  #endif

  @Test func `more than there is, is refused`() {
    #expect(ZeroedMemory(byteCount: 1 << 60) == nil)
    #expect(ZeroedMemory(byteCount: 1 << 60, isFilled: true) == nil)
    #expect(ZeroedMemory(byteCount: .max, isFilled: true) == nil)
    #expect(!ZeroedMemory.isAvailable(byteCount: 1 << 60))
    #expect(ZeroedMemory.isAvailable(byteCount: 1 << 21))
  }

  @Test func `bytes are rounded up to whole pages`() {
    let page = ZeroedMemory.pageByteCount
    #expect(page.nonzeroBitCount == 1)
    #expect([0, 1, page, page + 1].map { ZeroedMemory.wholePages($0) } == [0, page, page, 2 * page])
  }
}
