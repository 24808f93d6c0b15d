#if !PNG || !JPEG
  import PixelImaging
  import Testing

  @Suite struct CodecMissingTests {
    #if !PNG
      @Test func `PNG without its trait is a typed error`() throws {
        let missing = ImageError.codecMissing(format: .png, trait: "PNG")
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(throws: missing) { try PixelImage(encoded: signature) }
        let image = try PixelImage.synthetic()
        #expect(throws: missing) { try image.pngData() }
        #expect(throws: missing) { try image.writePNG(toFile: "/tmp/never.png") }
      }
    #endif

    #if !JPEG
      @Test func `JPEG without its trait is a typed error`() throws {
        let missing = ImageError.codecMissing(format: .jpeg, trait: "JPEG")
        #expect(throws: missing) { try PixelImage(encoded: [0xFF, 0xD8, 0xFF, 0xE0]) }
        let image = try PixelImage.synthetic()
        #expect(throws: missing) { try image.jpegData() }
      }
    #endif
  }
#endif
