import Foundation
import MudraPlatform
import TestSupport
import Testing

@Suite struct OpenFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ path: String) throws -> String {
    let file = try OpenFile(path, for: .reading)
    var bytes = [UInt8](repeating: 0, count: try file.byteCount() + 10)
    let count = try bytes.withUnsafeMutableBytes { buffer in try file.fill(buffer) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func `what is written is read`() throws {
    let path = folder.path("a")
    let file = try OpenFile(path, for: .creating)
    try file.write(Array("three".utf8))
    try file.write([])
    try file.close()
    #expect(try text(path) == "three")
    #expect(FileNames.isRegularFile(path))
    #expect(FileNames.resolved(path)?.hasSuffix("/a") == true)
  }

  @Test func `bytes of a file are skipped up to its end, and those behind them are read`() throws {
    let path = folder.path("a")
    try OpenFile(path, for: .creating).write(Array("not this, this".utf8))
    let file = try OpenFile(path, for: .reading)
    #expect(try file.skip(10) == 10)
    #expect(try file.bytes(upTo: 2) == Array("th".utf8))
    #expect(try file.skip(1 << 40) == 2)
    #expect(try file.skip(1) == 0)
  }

  @Test func `bytes of a pipe are skipped up to its end, and those behind them are read`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let file = OpenFile(borrowing: ends[0])
    defer { close(ends[0]) }
    let byteCount = 200_000
    let writer = Thread { [ends] in
      let input = OpenFile(borrowing: ends[1])
      try? input.write([UInt8](repeating: 1, count: byteCount) + [2, 3, 4])
      close(ends[1])
    }
    writer.start()
    #expect(try file.skip(byteCount) == byteCount)
    #expect(try file.bytes(upTo: 1) == [2])
    #expect(try file.skip(1 << 40) == 2)
    #expect(try file.skip(1) == 0)
  }

  @Test func `a file is overwritten, cut off, renamed and removed`() throws {
    let (path, other) = (folder.path("a"), folder.path("b"))
    try OpenFile(other, for: .creating).write(Array("old".utf8))
    let file = try OpenFile(path, for: .overwriting)
    #expect(file.isRegular)
    try file.write(Array("kept, lost".utf8))
    file.truncate(toByteCount: 4)
    try file.write(Array("!".utf8))
    try file.close()
    try FileNames.rename(path, to: other)
    #expect(try text(other) == "kept!")
    #expect(!FileNames.isRegularFile(path))
    FileNames.remove(other)
    #expect(FileNames.resolved(other) == nil)
  }

  @Test func `refusals have reasons`() throws {
    func reason(_ path: String, _ use: OpenFile.Use) -> String? {
      do throws(SystemFailure) {
        _ = try OpenFile(path, for: use)
        return nil
      } catch {
        return error.reason
      }
    }
    let path = folder.path("a")
    #expect(reason(path, .reading) == "No such file or directory")
    #expect(reason(path, .writing) == "No such file or directory")
    try OpenFile(path, for: .creating).close()
    #expect(reason(path, .creating) == "File exists")
    #expect(reason(folder.url.path, .reading) == "it is a folder")
    #expect(reason("/dev/null", .reading) == "it is not a regular file")
    #expect(reason("a\0b", .reading) == "the path holds a NUL character")
    #expect(throws: SystemFailure.self) { try FileNames.rename(folder.path("none"), to: path) }
  }

  @Test func `a borrowed file stays open`() throws {
    let path = folder.path("a")
    try OpenFile(path, for: .creating).close()
    let handle = try #require(FileHandle(forWritingAtPath: path))
    for text in ["one ", "two"] { try OpenFile(borrowing: handle.fileDescriptor).write(Array(text.utf8)) }
    try OpenFile(borrowing: handle.fileDescriptor).close()
    try handle.write(contentsOf: Data("!".utf8))
    #expect(try text(path) == "one two!")
  }
}
