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
      let error = #expect(throws: ImageError.self) { try PixelImage(contentsOfFile: "/no/such.png") }
      #expect(error?.description == "cannot read /no/such.png: No such file or directory")
    }

    @Test func `a folder is not a picture`() {
      #expect(throws: ImageError.self) { try PixelImage(contentsOfFile: "/tmp") }
    }

    @Test func `a device and a pipe that nobody writes to are refused at once`() throws {
      let pipe = folder.path("pipe.png")
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in ["/dev/zero", pipe] {
        let refusal = ImageError.cannotRead(path: path, reason: "it is not a regular file")
        #expect(throws: refusal) { try PixelImage(contentsOfFile: path) }
        #expect(throws: Y4MError.cannotRead(reason: "it is not a regular file")) { try Y4MReader(path: path) }
      }
    }

    @Test func `a large file that is not a picture is refused by its first bytes`() throws {
      let path = try folder.write(Array("a text".utf8), as: "a.png")
      #expect(truncate(path, 200 << 20) == 0)
      #expect(throws: ImageError.unrecognizedFormat) { try PixelImage(contentsOfFile: path) }
    }

    @Test func `a file of another kind is refused with its name and what helps`() throws {
      let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".utf8)
      for (bytes, reason) in [
        (pointer, "the file is a Git LFS pointer, not a PNG or JPEG picture: run git lfs pull"),
        (Array("%PDF-1.7\n".utf8), "the file is a PDF document, not a PNG or JPEG picture"),
        (Array("GIF89a".utf8) + [1, 0, 1, 0], "the file is a GIF picture, not a PNG or JPEG picture"),
      ] {
        #expect(throws: ImageError.otherFile(reason: reason)) { try PixelImage(encoded: bytes) }
        let path = try folder.write(bytes, as: "other.png")
        #expect(throws: ImageError.otherFile(reason: reason)) { try PixelImage(contentsOfFile: path) }
      }
    }

    @Test func `a zero-byte file is refused`() throws {
      let path = try folder.write([], as: "empty.png")
      #expect(throws: ImageError.emptyFile) { try PixelImage(contentsOfFile: path) }
      #expect(throws: ImageError.emptyFile) { try PixelImage(encoded: []) }
      #expect(throws: ImageError.unrecognizedFormat) { try PixelImage(encoded: [0x89]) }
    }

    @Test func `a file over the byte limit is refused`() throws {
      let path = folder.path("a.png")
      try PixelImage.synthetic().writePNG(toFile: path)
      #expect(throws: ImageError.fileTooLarge(byteLimit: 100)) {
        try PixelImage(contentsOfFile: path, limits: ImageLimits(fileByteCount: 100))
      }
      // Twenty gigabytes that take no space on disk.
      #expect(truncate(path, 20 << 30) == 0)
      #expect(throws: ImageError.fileTooLarge(byteLimit: 256 << 20)) { try PixelImage(contentsOfFile: path) }
    }

    @Test func `a written file reads back, replaces the old one and leaves nothing beside it`() throws {
      let path = try folder.write(Array("old".utf8), as: "out.png")
      let image = try PixelImage.synthetic()
      try image.writePNG(toFile: path)
      #expect(try PixelImage(contentsOfFile: path).packedBytes == image.packedBytes)
      #expect(try folder.names() == ["out.png"])
    }

    @Test func `a symbolic link stays one and its target is written`() throws {
      let (target, link) = (try folder.write(Array("old".utf8), as: "target.png"), folder.path("link.png"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try PixelImage.synthetic().writePNG(toFile: link)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try PixelImage(contentsOfFile: target).width == 120)
    }

    @Test func `a write that fails leaves no file`() throws {
      let image = try PixelImage.synthetic()
      #expect(throws: ImageError.self) { try image.writePNG(toFile: "/no/such/folder/out.png") }
      // A device is written to, not replaced.
      #expect(throws: ImageError.self) { try image.writePNG(toFile: "/dev/full") }
      try image.writePNG(toFile: "/dev/null")
      #expect(
        try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }
  }
#endif
