#if PNG
  import Foundation
  import PixelImaging
  import TestSupport
  import Testing

  @Suite struct PictureFileTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test func `a missing file is named with the reason`() {
      let error = #expect(throws: ImageError.self) { try Image(contentsOfFile: "/no/such.png") }
      #expect(error?.description == "cannot read /no/such.png: No such file or directory")
    }

    @Test func `a folder is not a picture`() {
      #expect(throws: ImageError.self) { try Image(contentsOfFile: "/tmp") }
    }

    @Test func `an endless file that is no picture is refused at once`() {
      #expect(throws: ImageError.unrecognisedFormat) { try Image(contentsOfFile: "/dev/zero") }
    }

    @Test func `a zero-byte file is refused`() throws {
      let path = try folder.write([], as: "empty.png")
      #expect(throws: ImageError.emptyFile) { try Image(contentsOfFile: path) }
      #expect(throws: ImageError.emptyFile) { try Image(encoded: []) }
      #expect(throws: ImageError.unrecognisedFormat) { try Image(encoded: [0x89]) }
    }

    @Test func `a file over the byte limit is refused`() throws {
      let path = folder.path("a.png")
      try Image.synthetic().writePNG(toFile: path)
      #expect(throws: ImageError.fileTooLarge(byteLimit: 100)) {
        try Image(contentsOfFile: path, limits: ImageLimits(fileByteCount: 100))
      }
    }

    @Test func `a written file reads back, replaces the old one and leaves nothing beside it`() throws {
      let path = try folder.write(Array("old".utf8), as: "out.png")
      let image = try Image.synthetic()
      try image.writePNG(toFile: path)
      #expect(try Image(contentsOfFile: path).packedBytes == image.packedBytes)
      #expect(try folder.names() == ["out.png"])
    }

    @Test func `a symbolic link stays one and its target is written`() throws {
      let (target, link) = (try folder.write(Array("old".utf8), as: "target.png"), folder.path("link.png"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try Image.synthetic().writePNG(toFile: link)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try Image(contentsOfFile: target).width == 120)
    }

    @Test func `a write that fails leaves no file`() throws {
      let image = try Image.synthetic()
      #expect(throws: ImageError.self) { try image.writePNG(toFile: "/no/such/folder/out.png") }
      // A device is written to, not replaced.
      #expect(throws: ImageError.self) { try image.writePNG(toFile: "/dev/full") }
      try image.writePNG(toFile: "/dev/null")
      #expect(
        try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }
  }
#endif
