import Foundation
import MudraPlatform
import TestSupport
import Testing

@Suite struct PathTextTests {
  /// Latin-1, Shift-JIS, cut and overlong UTF-8, a surrogate, bytes that UTF-8 never has, and good names.
  static let paths: [[UInt8]] = [
    Array("plain.png".utf8), Array("caf\u{E9} 👋🏽 \u{301}.png".utf8), [0x63, 0x61, 0x66, 0xE9], [0x8E, 0xCA, 0x90, 0x5E],
    [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF, 0xFE, 0x80], [0xF0, 0x9F, 0x91, 0x2E, 0x70],
    Array("\u{10F7E9}\u{10F780}\u{10FFFF}".utf8), [],
  ]

  @Test(arguments: paths) func `text leads back to the bytes it was made of`(path: [UInt8]) {
    let text = PathText.text(of: path)
    #expect(PathText.bytes(of: text) == path)
    #expect(
      PathText.withSystemPath(text) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        == path.map { CChar(bitPattern: $0) })
    #expect(PathText.text(of: PathText.bytes(of: text)).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func `a path in UTF-8 is its own text`() {
    let path = "caf\u{E9} 👋🏽/\u{301}x.png"
    #expect(PathText.text(of: path.utf8).unicodeScalars.elementsEqual(path.unicodeScalars))
    #expect(!PathText.hasForeignBytes(path))
    #expect(PathText.shown(path) == path)
  }

  @Test func `bytes that are not UTF-8 are shown as numbers`() {
    let text = PathText.text(of: [0x63, 0xE9, 0x2E])
    #expect(PathText.hasForeignBytes(text))
    #expect(PathText.shown(text) == #"c\xE9."#)
  }

  @Test func `paths that differ in one byte have different texts`() {
    let texts = Set((UInt8(0x80)...0xFF).map { PathText.text(of: [0x61, $0]) })
    #expect(texts.count == 128)
  }

  @Test func `files under any name are written, found, read, renamed and removed`() throws {
    let folder = try TemporaryFolder()
    let name = PathText.text(of: [0x63, 0xE9, 0x2E, 0x31])
    let path = FolderNames.path(of: name, in: FolderNames.path(of: PathText.text(of: [0xFF]), in: folder.url.path))
    try FolderNames.create(FolderNames.path(of: PathText.text(of: [0xFF]), in: folder.url.path))
    try WholeFile.write([1, 2], to: path)
    #expect(OpenFile.start(of: path, byteCount: 9) == [1, 2])
    #expect(FileNames.isRegularFile(path) && FileNames.resolved(path) != nil)
    #expect(try FolderNames.all(in: folder.url.path) == [PathText.text(of: [0xFF])])
    let other = FolderNames.path(of: PathText.text(of: [0xE9]), in: folder.url.path)
    try FileNames.rename(path, to: other)
    #expect(FileIdentity(other) != nil && FileIdentity(path) == nil)
    FileNames.remove(other)
    #expect(FileNames.kind(of: other) == nil)
  }

  @Test func `folders are created with those around them, and a file in the way is named`() throws {
    let folder = try TemporaryFolder()
    try FolderNames.create(folder.path("a/b//c/"))
    #expect(FileNames.isFolder(folder.path("a/b/c")))
    try FolderNames.create(folder.path("a/b"))
    let file = try folder.write([1], as: "f")
    #expect(throws: SystemFailure(reason: "is a file, not a folder")) { try FolderNames.create(file) }
    #expect(throws: SystemFailure.self) { try FolderNames.create(file + "/x") }
  }

  @Test func `numbers in names count as numbers`() {
    let sorted = ["a", "a1", "a01", "a2", "a2b", "a10", "a10b", "b0", "b00000000000000000000000000001", "b2", "é"]
    #expect(sorted.shuffled().sorted(by: NaturalOrder.isBefore) == ["a", "a01", "a1"] + sorted[3...])
    for name in sorted { #expect(!NaturalOrder.isBefore(name, name)) }
  }
}
