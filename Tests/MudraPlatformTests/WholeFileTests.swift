import Foundation
import MudraPlatform
import TestSupport
import Testing

@Suite struct WholeFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test func `a file is replaced, and nothing is left beside it`() throws {
    let path = try folder.write([1], as: "a")
    try WholeFile.write([2, 3], to: path)
    #expect(try bytes(path) == [2, 3])
    try WholeFile.write([], to: folder.path("empty"))
    #expect(try folder.names() == ["a", "empty"])
  }

  @Test func `a regular file is read up to a limit, and nothing else is`() throws {
    let path = try folder.write([1, 2, 3], as: "a")
    #expect(try WholeFile.read(path, byteLimit: 3) == [1, 2, 3])
    #expect(throws: SystemFailure(reason: "the file has 3 bytes, the limit is 2")) {
      try WholeFile.read(path, byteLimit: 2)
    }
    #expect(throws: SystemFailure(reason: "No such file or directory")) {
      try WholeFile.read(folder.path("b"), byteLimit: 9)
    }
    #expect(throws: SystemFailure(reason: "it is a folder")) { try WholeFile.read(folder.url.path, byteLimit: 9) }
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SystemFailure(reason: "it is not a regular file")) { try WholeFile.read(pipe, byteLimit: 9) }
    // Terabytes that are not there.
    let sparse = try folder.write([], as: "sparse")
    try #require(truncate(sparse, 1 << 42) == 0)
    #expect(throws: SystemFailure(reason: "the file has 4398046511104 bytes, the limit is 268435456")) {
      try WholeFile.read(sparse, byteLimit: 256 << 20)
    }
  }

  @Test func `the longest name that a system takes is taken`() throws {
    let name = String(repeating: "n", count: 255)
    try WholeFile.write([1], to: folder.path(name))
    #expect(try folder.names() == [name])
    let longer = folder.path(name + "n")
    #expect(throws: SystemFailure(reason: "File name too long")) { try WholeFile.write([1], to: longer) }
    #expect(try folder.names() == [name])
  }

  @Test func `a name that begins with a mark lies in its folder`() throws {
    // The slash and the mark are one character.
    let path = folder.url.path + "/\u{301}x"
    try WholeFile.write([1], to: path)
    #expect(try folder.names() == ["\u{301}x"])
  }

  @Test func `a link is followed or replaced`() throws {
    let (target, link) = (try folder.write([1], as: "target"), folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try WholeFile.write([2], to: link)
    #expect(try bytes(target) == [2])
    #expect(FileNames.isLink(link))
    try WholeFile.write([3], to: link, followsLink: false)
    #expect(try bytes(target) == [2])
    #expect(try bytes(link) == [3])
    #expect(!FileNames.isLink(link))
    // To a device, and to nothing.
    for destination in ["/dev/null", "/nonexistent/x"] {
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
      try WholeFile.write([4], to: link, followsLink: false)
      #expect(try bytes(link) == [4])
    }
    #expect(try folder.names() == ["link", "target"])
  }

  @Test func `a device is written to and stays`() throws {
    try WholeFile.write([1], to: "/dev/null")
    #expect(!FileNames.isRegularFile("/dev/null"))
    #expect(throws: SystemFailure.self) { try WholeFile.write([1], to: "/dev/full") }
    #expect(!FileNames.isRegularFile("/dev/full"))
  }
}
