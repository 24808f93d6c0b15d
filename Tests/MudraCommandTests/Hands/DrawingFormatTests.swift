import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// The format of drawings.
@Suite struct DrawingFormatTests {
  private static let picture = TestFiles.picture("Victory_left")

  @Test(arguments: [
    ("x.png", PixelImage.EncodedFormat.png), ("x.PNG", .png), ("x.jpg", .jpeg), ("x.JPEG", .jpeg),
  ])
  func `a drawing has the format of its name's ending`(_ name: String, _ format: PixelImage.EncodedFormat) async throws
  {
    let folder = try TemporaryFolder()
    let run = try await CommandRun.mudra(["gestures", Self.picture, "--annotate", folder.path(name)])
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try TestFiles.bytes(folder.path(name))
    #expect(PixelImage.EncodedFormat(firstBytes: bytes) == format)
    // It is the drawing of the library, to the bit or to the quality of a JPEG.
    let image = try PixelImage(contentsOfFile: Self.picture)
    let expected = try LibraryRun.recognizer().recognize(image: image).drawn(on: image)
    let drawn = try PixelImage(encoded: bytes)
    #expect((drawn.width, drawn.height) == (image.width, image.height))
    let largest = expected.withUnsafeBytes { old in
      drawn.withUnsafeBytes { new in zip(old, new).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
    }
    #expect(format == .png ? largest == 0 : (1..<100).contains(largest))
  }

  @Test(arguments: ["x.gif", "x", "x.png.bak", "x.webp", ".jpgx"])
  func `any other ending is refused before anything is computed`(name: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(name)
    let run = try await CommandRun.mudra(["landmarks", Self.picture, "--annotate", path])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errorLines == ["mudra: --annotate \(path): expected a name that ends in .png, .jpg or .jpeg"])
    #expect(try folder.names() == [])
  }
}
