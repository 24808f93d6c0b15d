import TensorRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Classifies a binary PPM picture with any TensorFlow Lite model that takes one picture and computes one score per
/// class, as floats or quantized bytes. Needs only the product `TensorRuntime`.
///
///     swift run ImageClassification model.tflite picture.ppm
@main
struct ImageClassification {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let path = arguments.first, let picture = PPM(path: arguments.last ?? "") else {
      print("usage: ImageClassification model.tflite picture.ppm")
      exit(66)
    }
    let model = try Model(Bytes(contentsOfFile: path))
    let interpreter = try Interpreter(model, threads: 2)
    let input = interpreter.inputs[0]
    guard interpreter.inputs.count == 1, input.shape.count == 4, input.shape[3] == 3 else {
      print("\(path) does not take one picture of three channels")
      exit(65)
    }

    let pixels = picture.resized(height: input.shape[1], width: input.shape[2])
    if input.elementType == .float32 {
      // Models say in their metadata which values they expect; the default is 0…1.
      let wanted = try model.metadata()?.inputs.first?.normalization
      let (mean, deviation) = (wanted?.mean.first ?? 0, wanted?.standardDeviation.first ?? 255)
      interpreter.setInput(0, to: pixels.map { (Float($0) - mean) / deviation })
    } else {
      // Quantized models take the bytes themselves, minus 128 if they are signed.
      interpreter.setInput(0, to: pixels.map { input.elementType == .int8 ? $0 ^ 0x80 : $0 })
    }
    try interpreter.run()

    let labels = try model.labels(ofOutput: 0, locale: nil) ?? []
    for (label, score) in scores(of: interpreter).enumerated().sorted(by: { $0.element > $1.element }).prefix(5) {
      print(labels.indices.contains(label) ? labels[label] : "class \(label)", score)
    }
  }

  /// The first output as real numbers.
  private static func scores(of interpreter: Interpreter) -> [Float] {
    let output = interpreter.outputs[0]
    let (scale, zeroPoint) = (output.quantization?.scales[0] ?? 1, output.quantization?.zeroPoints[0] ?? 0)
    switch output.elementType {
    case .int8: return interpreter.output(0, as: Int8.self).map { scale * Float(Int($0) - zeroPoint) }
    case .uint8: return interpreter.output(0, as: UInt8.self).map { scale * Float(Int($0) - zeroPoint) }
    default: return interpreter.output(0, as: Float.self)
    }
  }
}

/// A picture of 8-bit RGB: "P6 width height 255", one white space, then the pixels.
struct PPM {
  let width: Int, height: Int
  let pixels: [UInt8]

  init?(path: String) {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let header = bytes.prefix(64).split(maxSplits: 4, whereSeparator: { $0 == 0x0A || $0 == 0x20 })
    let numbers = header.dropFirst().prefix(3).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard header.first == [0x50, 0x36], numbers.count == 3, numbers[2] == 255, numbers[0] > 0, numbers[1] > 0,
      numbers[0] < 1 << 16, numbers[1] < 1 << 16, bytes.count > header[3].endIndex + numbers[0] * numbers[1] * 3
    else { return nil }
    (width, height) = (numbers[0], numbers[1])
    pixels = Array(bytes[(header[3].endIndex + 1)...])
  }

  /// The nearest pixel for each pixel of another size.
  func resized(height newHeight: Int, width newWidth: Int) -> [UInt8] {
    var result: [UInt8] = []
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let place = ((y * height / newHeight) * width + x * width / newWidth) * 3
        result += pixels[place..<place + 3]
      }
    }
    return result
  }
}
