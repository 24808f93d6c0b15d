import Foundation
import MachineCode
import TestSupport
import Testing

/// Code runs only where the machine can run it.
private let canRun = MachineCodeSupport.obstacle == nil

@Suite(.enabled(if: canRun, "this machine does not run emitted code"))
struct CodeAllocatorTests {
  private let code: [UInt8] = [0xC3]

  @Test func `an allocator refuses pages beyond its limit, and no other one does`() throws {
    let page = try #require(CodeAllocator().allocate(code, name: "test")).byteCount
    let one = CodeAllocator(byteCount: page)
    #expect(one.allocate(code, name: "test") != nil)
    #expect(one.allocate(code, name: "test") == nil)
    #expect(CodeAllocator(byteCount: page - 1).allocate(code, name: "test") == nil)
    #expect(CodeAllocator().allocate(code, name: "test") != nil)
  }

  @Test func `what is refused takes nothing of the limit`() throws {
    let page = try #require(CodeAllocator().allocate(code, name: "test")).byteCount
    let allocator = CodeAllocator(byteCount: page)
    #expect(allocator.allocate([UInt8](repeating: 0xC3, count: page + 1), name: "test") == nil)
    #expect(allocator.allocate([], name: "test") == nil)
    #expect(allocator.allocate(code, name: "test") != nil)
  }

  @Test func `kernels of one layout share code, which is emitted once`() throws {
    let allocator = CodeAllocator()
    var emissions = 0
    func memory(_ layout: Int) -> ExecutableMemory? {
      allocator.code(for: layout, name: "test") {
        emissions += 1
        return code
      }
    }
    let first = try #require(memory(1))
    #expect(memory(1) === first)
    #expect(emissions == 1)
    #expect(memory(2) !== first)
    #expect(emissions == 2)
    #expect(allocator.byteCount == 2 * first.byteCount)
  }

  /// Who has an address of the code need not keep the memory: the allocator does.
  @Test func `code that is made twice at a time is the one that is kept`() throws {
    let allocator = CodeAllocator()
    var inner: ExecutableMemory?
    let outer = allocator.code(for: 1, name: "test") {
      inner = allocator.code(for: 1, name: "test") { code }
      return code
    }
    let made = try #require(inner)
    #expect(made === outer)
  }

  @Test func `what is not emitted is asked for again`() throws {
    let allocator = CodeAllocator()
    #expect(allocator.code(for: 1, name: "test") { nil } == nil)
    #expect(allocator.code(for: 1, name: "test") { code } != nil)
  }

  @Test func `a dump has each block of code under its name`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      setenv("MUDRA_CODE_DUMP", folder.url.path, 1)
      _ = try #require(CodeAllocator().allocate([0x90, 0xC3], name: "nothing"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(names == ["nothing-0a1ba507b68ac524.bin"])
      #expect(try Data(contentsOf: folder.url.appendingPathComponent(names[0])) == Data([0x90, 0xC3]))
    }
  }
}
