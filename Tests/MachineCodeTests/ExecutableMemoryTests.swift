import Foundation
import MachineCode
import Testing

/// Code runs only where the machine can run it.
private let canRun = MachineCodeSupport.obstacle == nil
private let canRunX86 = Architecture.current == .x86
private let canRunARM64 = Architecture.current == .arm64

@Suite struct ExecutableMemoryTests {
  private typealias Sum = @convention(c) (Int, Int) -> Int
  private typealias Vectors =
    @convention(c) (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void

  @Test(.enabled(if: canRunARM64, "this machine does not run code of AArch64"))
  func `emitted code of AArch64 adds numbers in a loop`() throws {
    var code = ARM64Assembler()
    code.mov(.x2, 10)
    let next = code.here()
    code.add(.x0, .x0, .x1)
    code.subs(.x2, .x2, 1)
    code.b(.notEqual, next)
    code.ret()
    let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
    let function = unsafeBitCast(memory.address, to: Sum.self)
    #expect(withExtendedLifetime(memory) { function(5, 7) } == 75)
  }

  @Test(.enabled(if: canRunARM64, "this machine does not run code of AArch64"))
  func `code in pages that held other code is not the old one`() throws {
    // Freed pages are usually given out again at the same address.
    for number in 0..<200 {
      var code = ARM64Assembler()
      code.movz(.x0, number)
      code.ret()
      let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
      let function = unsafeBitCast(memory.address, to: Sum.self)
      #expect(withExtendedLifetime(memory) { function(0, 0) } == number)
    }
  }

  @Test(.enabled(if: canRunX86, "this machine does not run code of x86-64"))
  func `emitted code adds numbers in a loop`() throws {
    var code = X86Assembler()
    // rax = rdi + rsi added once more in each of ten iterations
    code.mov(.rax, .rdi)
    code.mov(.rcx, 10)
    let next = code.here()
    code.add(.rax, .rsi)
    code.sub(.rcx, 1)
    code.jump(.notEqual, next)
    code.ret()
    let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
    let function = unsafeBitCast(memory.address, to: Sum.self)
    #expect(withExtendedLifetime(memory) { function(5, 7) } == 75)
  }

  @Test(.enabled(if: canRunX86, "this machine does not run code of x86-64"))
  func `vectors are multiplied, added and limited lane by lane`() throws {
    var code = X86Assembler()
    let a = X86VectorRegister(0)
    let b = X86VectorRegister(9)
    let zero = X86VectorRegister(15)
    code.vmovups(a, X86Memory(.rdi))
    code.vbroadcastss(b, X86Memory(.rsi))
    code.vfmadd231ps(a, a, b)
    code.vxorps(zero, zero, zero)
    code.vmaxps(a, zero, a)
    code.vmovups(X86Memory(.rdx), a)
    code.vzeroupper()
    code.ret()
    let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
    let function = unsafeBitCast(memory.address, to: Vectors.self)
    let input: [Float] = [-3, -2, -1, 0, 1, 2, 3, .nan]
    var output = [Float](repeating: -1, count: 8)
    withExtendedLifetime(memory) { function(input, [10], &output) }
    #expect(output[..<7] == [0, 0, 0, 0, 11, 22, 33])
    #expect(output[7].isNaN)
  }

  @Test(.enabled(if: canRunX86, "this machine does not run code of x86-64"))
  func `masked lanes are neither read nor written`() throws {
    var code = X86Assembler()
    code.vmovups(X86VectorRegister(1), X86Memory(.rsi))
    code.vmaskmovps(X86VectorRegister(2), mask: X86VectorRegister(1), X86Memory(.rdi))
    code.vmaskmovps(X86Memory(.rdx), mask: X86VectorRegister(1), X86VectorRegister(2))
    code.vzeroupper()
    code.ret()
    let memory = try #require(CodeAllocator().allocate(code.finished(), name: "test"))
    let function = unsafeBitCast(memory.address, to: Vectors.self)
    let on = Float(bitPattern: 0xFFFF_FFFF)
    let mask: [Float] = [on, on, on, 0, 0, 0, 0, 0]
    // Three floats before a page that must not be touched.
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let pages = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(pages, 2 * page) }
    #expect(mprotect(pages + page, page, PROT_NONE) == 0)
    let end = (pages + page - 12).assumingMemoryBound(to: Float.self)
    for lane in 0..<3 { end[lane] = Float(lane + 1) }
    withExtendedLifetime(memory) { function(end, mask, end) }
    #expect([end[0], end[1], end[2]] == [1, 2, 3])
  }

  #if os(Linux)
    /// Permissions of the mapping at an address, such as `r-xp`; nil if nothing is mapped.
    private func permissions(at address: UInt) throws -> String? {
      // A file of /proc has no size to go by: it is read until it ends.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
      var data = Data()
      while let part = try file.read(upToCount: 4096), !part.isEmpty { data += part }
      let maps = String(decoding: data, as: UTF8.self)
      for line in maps.split(separator: "\n") {
        let fields = line.split(separator: " ")
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if bounds.count == 2, bounds[0] <= address, address < bounds[1] { return String(fields[1]) }
      }
      return nil
    }

    @Test(.enabled(if: canRun, "this machine does not run emitted code"))
    func `code is executable and not writable`() throws {
      let memory = try #require(CodeAllocator().allocate([0xC3], name: "test"))
      let found = try withExtendedLifetime(memory) { try permissions(at: UInt(bitPattern: memory.address)) }
      #expect(found == "r-xp")
    }
  #endif

  @Test func `no code takes no memory`() {
    #expect(CodeAllocator().allocate([], name: "test") == nil)
  }
}
