import Mudra

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Recognizes the gesture in a binary PPM picture, which consists of a header and raw RGB bytes, without an image
/// library.
///
///     swift run --disable-default-traits RawPixels picture.ppm
@main
struct RawPixels {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first, let file = fopen(path, "rb") else {
      print("usage: RawPixels picture.ppm")
      exit(66)
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    // "P6 width height 255", one white space, then the pixels.
    let header = bytes.prefix(64).split(maxSplits: 4, whereSeparator: { $0 == 0x0A || $0 == 0x20 })
    let numbers = header.dropFirst().prefix(3).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard header.first == [0x50, 0x36], numbers.count == 3, numbers[2] == 255 else {
      print("\(path) is not a binary PPM of 8 bits")
      exit(65)
    }
    let start = header[3].endIndex + 1
    let image = try PixelImage(width: numbers[0], height: numbers[1], format: .rgb, pixels: Array(bytes[start...]))

    let recognizer = try GestureRecognizer(options: GestureRecognizerOptions())
    let result = try recognizer.recognize(image: image)
    for hand in result.hands {
      print(hand.side.name, hand.gesture?.name ?? "no gesture", hand.gesture?.score ?? 0)
    }
  }
}
