import Foundation
import MudraPlatform
import TFLiteFormat
import TestSupport
import Testing

@Suite struct BytesTests {
  @Test func `a slice is a view of its part`() throws {
    let bytes = Bytes([1, 2, 3, 4, 5])
    let slice = try bytes.slice(at: 1, count: 3)
    #expect(slice.array == [2, 3, 4])
    #expect(try slice.slice(at: 2, count: 1).array == [4])
    #expect(try slice.slice(at: 3, count: 0).count == 0)
  }

  @Test(arguments: [
    (-1, 1), (0, -1), (0, 6), (5, 1), (6, 0), (1, Int.max), (Int.max, 1), (Int.max, Int.max), (Int.min, 1),
  ])
  func `a slice that does not lie inside is refused`(offset: Int, count: Int) {
    #expect(throws: FormatError.outOfRange(offset: offset, count: count, available: 5)) {
      try Bytes([1, 2, 3, 4, 5]).slice(at: offset, count: count)
    }
  }

  @Test func `integers are read at odd offsets and never beyond the end`() {
    let bytes = Bytes([9, 1, 2, 3, 4])
    #expect(bytes.integer(UInt32.self, at: 1) == 0x0403_0201)
    #expect(bytes.integer(UInt32.self, at: 2) == nil)
    #expect(bytes.integer(UInt8.self, at: -1) == nil)
  }

  @Test func `pages of detached bytes are given back with their last view, and no others`() throws {
    let page = ZeroedMemory.pageByteCount
    try TemporaryFolder.withFile([UInt8](repeating: 7, count: 5 * page), as: "file") { path in
      let file = try Bytes(contentsOfFile: path)
      var part: Bytes? = try file.slice(at: page / 2, count: 3 * page).detached
      var slice = try part?.slice(at: page, count: 1)
      part = nil
      #expect(slice?.array == [7])
      #expect(file.array.allSatisfy { $0 == 7 })
      slice = nil
      #if os(Linux)
        #expect(file.array.enumerated().allSatisfy { $1 == ((page..<3 * page).contains($0) ? 0 : 7) })
      #else
        #expect(file.array.count == 5 * page)
      #endif
    }
    let array = Bytes([1, 2, 3])
    #expect(array.detached.array == [1, 2, 3])
    #expect(array.array == [1, 2, 3])
  }

  @Test func `a file is read whole`() throws {
    let file = TemporaryFile()
    try file.overwrite([1, 2, 3])
    #expect(try Bytes(contentsOfFile: file.path).array == [1, 2, 3])
    try file.overwrite([])
    #expect(throws: FormatError.cannotOpen(path: file.path, reason: "the file is empty")) {
      try Bytes(contentsOfFile: file.path)
    }
  }

  @Test func `a file over the byte limit is refused, and no memory is taken for it`() throws {
    let file = TemporaryFile()
    try file.overwrite([1, 2, 3])
    #expect(throws: FormatError.fileTooLarge(byteCount: 3, limit: 2)) {
      try Bytes(contentsOfFile: file.path, limits: BundleLimits(fileByteCount: 2))
    }
    #expect(try Bytes(contentsOfFile: file.path, limits: BundleLimits(fileByteCount: 3)).count == 3)
    // Twenty gigabytes that take no space on disk: reading them would take minutes.
    try file.resize(to: 20 << 30)
    #expect(throws: FormatError.fileTooLarge(byteCount: 20 << 30, limit: 256 << 20)) {
      try Bytes(contentsOfFile: file.path)
    }
  }

  @Test func `a file is mapped as long as its bytes exist, with the errors of one that is read`() throws {
    let file = TemporaryFile()
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try file.overwrite(content)
    func isMapped() throws -> Bool {
      let maps = try #require(FileHandle(forReadingAtPath: "/proc/self/maps")).readToEnd()
      return String(decoding: try #require(maps), as: UTF8.self).contains(file.path)
    }
    do {
      let bytes = try Bytes(mappingFile: file.path).slice(at: 1, count: 99_999)
      #expect(bytes.array == Array(content.dropFirst()))
      #if os(Linux)
        let whileUsed = try withExtendedLifetime(bytes) { try isMapped() }
        #expect(whileUsed)
      #endif
    }
    #if os(Linux)
      #expect(try !isMapped())
    #endif
    #expect(throws: FormatError.fileTooLarge(byteCount: 100_000, limit: 2)) {
      try Bytes(mappingFile: file.path, limits: BundleLimits(fileByteCount: 2))
    }
    try file.overwrite([])
    #expect(throws: FormatError.cannotOpen(path: file.path, reason: "the file is empty")) {
      try Bytes(mappingFile: file.path)
    }
    #expect(throws: FormatError.cannotOpen(path: "/nowhere/x", reason: "No such file or directory")) {
      try Bytes(mappingFile: "/nowhere/x")
    }
  }

  @Test func `a file that the system does not map is read`() throws {
    let file = TemporaryFile()
    try file.overwrite([1, 2, 3])
    let counted = FaultInjection()
    try counted.run { _ = try Bytes(mappingFile: file.path) }
    let index = try #require(counted.calls.firstIndex(of: .memory))
    let faults = FaultInjection(failing: index)
    #expect(try faults.run { try Bytes(mappingFile: file.path).array } == [1, 2, 3])
    #expect(faults.calls.contains(.read))
  }

  @Test func `a file that is shortened after it was read leaves its bytes alone`() throws {
    let file = TemporaryFile()
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try file.overwrite(content)
    let bytes = try Bytes(contentsOfFile: file.path)
    try file.resize(to: 0)
    #expect(bytes.array == content)
  }

  @Test func `a file that is shortened while it is read gives what is left or an error`() async throws {
    let file = TemporaryFile()
    let bundle = ZipFile([ZipFile.Entry("a.tflite", [UInt8](repeating: 7, count: 1 << 20))]).bytes
    try file.overwrite(bundle)
    let shortening = Task.detached {
      for round in 0..<200 {
        try file.resize(to: round % 3 * 300_000)
        try file.overwrite(bundle)
      }
    }
    for _ in 0..<400 {
      // Any error is a FormatError, as the compiler guarantees.
      let archive = try? Archive(Bytes(contentsOfFile: file.path))
      if let archive { #expect(archive.entries.map(\.bytes.count) == [1 << 20]) }
    }
    try await shortening.value
    #expect(try Archive(Bytes(contentsOfFile: file.path)).entries.count == 1)
  }

  @Test func `what is no file is refused with the reason`() {
    #expect(throws: FormatError.cannotOpen(path: "/nowhere/x", reason: "No such file or directory")) {
      try Bytes(contentsOfFile: "/nowhere/x")
    }
    #expect(throws: FormatError.cannotOpen(path: "/", reason: "it is a folder")) { try Bytes(contentsOfFile: "/") }
    #expect(throws: FormatError.cannotOpen(path: "/dev/null", reason: "it is not a regular file")) {
      try Bytes(contentsOfFile: "/dev/null")
    }
    #expect(throws: FormatError.self) { try Bytes(contentsOfFile: "/\0") }
  }

  @Test func `only bytes at a multiple have an address aligned to it`() throws {
    let bytes = Bytes([UInt8](0..<16))
    for start in 0..<8 {
      let address = try bytes.slice(at: start, count: 8).address(alignedTo: 4)
      #expect(address?.load(as: UInt8.self) == (start % 4 == 0 ? UInt8(start) : nil))
    }
    withExtendedLifetime(bytes) {}
  }

  @Test func `text is validated`() {
    #expect(Bytes(Array("né".utf8)).utf8Text == "né")
    #expect(Bytes([0xFF]).utf8Text == nil)
    #expect(Bytes([]).utf8Text == "")
  }
}
