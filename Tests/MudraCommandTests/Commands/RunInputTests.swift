import Foundation
import PixelImaging
import TFLiteFormat
import TestSupport
import Testing

/// Pictures and sounds as inputs of models whose metadata says what becomes of them.
@Suite struct RunInputTests {
  private typealias Table = [Int: FlatWriter.Value]

  /// A model that gives back its input, with an extent less at the start.
  ///
  /// - Parameters:
  ///   - type: the schema's number of the type of elements: 0 is float32, 3 uint8, 9 int8.
  ///   - content: the metadata's content of the input.
  ///   - means: the metadata's normalization, with `deviations`; nil for none.
  private func model(
    _ shape: [Int], type: Int = 0, scale: (Float, Int)? = nil, content: FlatWriter.Value? = nil, means: [Float]? = nil,
    deviations: [Float] = [], in folder: TemporaryFolder
  ) throws -> String {
    var quantization: Table = [:]
    if let (scale, zeroPoint) = scale {
      quantization = [4: .table([2: .floats([scale]), 3: .int64s([Int64(zeroPoint)])])]
    }
    func tensor(_ name: String, _ shape: [Int]) -> Table {
      let plain: Table = [0: .int32s(shape), 1: .byte(type), 2: .int(0), 3: .string(name)]
      return plain.merging(quantization) { $1 }
    }
    let tensors = [tensor("in", shape), tensor("out", Array(shape.dropFirst()))]
    // SQUEEZE is 43 in the schema's numbers.
    let graph: Table = [
      0: .tables(tensors), 1: .int32s([0]), 2: .int32s([1]),
      3: .tables([[0: .int(0), 1: .int32s([0]), 2: .int32s([1])]]),
    ]
    var input: Table = [:]
    if let content { input[3] = content }
    if let means { input[4] = .tables([[0: .byte(1), 1: .table([0: .floats(means), 1: .floats(deviations)])]]) }
    let metadata: Table = [3: .tables([[2: .tables([input]), 3: .tables([[:]])]])]
    let model: Table = [
      0: .int(3), 1: .tables([[0: .byte(43), 2: .int(1), 3: .int(43)]]), 2: .tables([graph]),
      4: .tables([[:], [0: .bytes(FlatWriter.buffer(root: metadata, identifier: "M001"))]]),
      6: .tables([[0: .string("TFLITE_METADATA"), 1: .int(1)]]),
    ]
    return try folder.write(FlatWriter.buffer(root: model, identifier: "TFL3"), as: "model.tflite")
  }

  /// A picture of 2 by 1 pixels.
  private func picture(in folder: TemporaryFolder) throws -> String {
    let image = try PixelImage(width: 2, height: 1, format: .rgb, pixels: [10, 20, 30, 200, 100, 0])
    try image.writePNG(toFile: folder.path("in.png"))
    return folder.path("in.png")
  }

  private func sound(
    code: Int = 1, bits: Int = 16, channels: Int = 1, rate: Int = 16000, _ data: [UInt8]
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format =
      number(code, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * bits / 8, 4)
      + number(channels * bits / 8, 2) + number(bits, 2)
    // A chunk of an odd size is followed by a byte.
    let chunks =
      Array("LIST".utf8) + number(3, 4) + [1, 2, 3, 0] + Array("fmt ".utf8) + number(format.count, 4) + format
      + Array("data".utf8) + number(data.count, 4) + data
    return Array("RIFF".utf8) + number(chunks.count + 4, 4) + Array("WAVE".utf8) + chunks
  }

  private func run(
    _ model: String, _ input: String, _ folder: TemporaryFolder
  ) async throws -> (run: CommandRun, bytes: [UInt8]) {
    let run = try await CommandRun.mudra(["run", model, "--input", "0=\(input)", "--output-dir", folder.path("o")])
    let names = (try? folder.names(in: "o")) ?? []
    return (
      run, try names.first.map { try NPYFile(contentsOf: URL(fileURLWithPath: folder.path("o/\($0)"))).bytes } ?? []
    )
  }

  private func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  // MARK: Pictures

  @Test func `a picture is normalized as the metadata says, for each channel`() async throws {
    let folder = try TemporaryFolder()
    let model = try model([1, 1, 2, 3], means: [10, 20, 30], deviations: [1, 2, 4], in: folder)
    let (run, bytes) = try await run(model, picture(in: folder), folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(floats(bytes) == [0, 0, 0, 190, 40, -7.5])
  }

  @Test func `a picture is brought to the size of the input, and to its brightness for one channel`() async throws {
    let folder = try TemporaryFolder()
    let model = try model([1, 2, 4, 1], means: [0], deviations: [1], in: folder)
    let (run, bytes) = try await run(model, picture(in: folder), folder)
    #expect(run.status == 0, "\(run.errors)")
    // 0.299 · 10 + 0.587 · 20 + 0.114 · 30, and the same of 200, 100, 0, at the ends.
    let values = floats(bytes)
    #expect(values.count == 8 && values[0] == 18 && values[3] == 119, "\(values)")
    #expect(values[..<4] == values[4...] && values[0] < values[1] && values[1] < values[2])
  }

  /// Bytes without a sign (3) are those of the pixels; those with one (9) stand for normalized numbers.
  @Test(arguments: [(3, [10, 20, 30, 200, 100, 0] as [UInt8]), (9, [138, 148, 158, 72, 228, 128])])
  func `bytes get what stands for a pixel`(type: Int, expected: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let scale: (Float, Int) = type == 3 ? (0.5, 7) : (1.0 / 128, 0)
    let model = try model([1, 1, 2, 3], type: type, scale: scale, means: [128], deviations: [128], in: folder)
    let (run, bytes) = try await run(model, picture(in: folder), folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(bytes == expected)
  }

  @Test func `a picture is refused where nothing says what becomes of it`() async throws {
    let folder = try TemporaryFolder()
    let plain = try await run(model([1, 1, 2, 3], in: folder), picture(in: folder), folder).run
    #expect(plain.status == 65)
    #expect(plain.errors.contains("its metadata does not say how pixels become numbers: give an .npy file"))
    let list = try await run(model([1, 4], means: [0], deviations: [1], in: folder), picture(in: folder), folder).run
    #expect(list.status == 65)
    #expect(list.errors.contains("is a PNG picture, but input “in”"), "\(list.errors)")
    for (means, deviations) in [([Float(1), 2], [Float(1), 2]), ([0], [0]), ([0], []), ([.nan], [1])] {
      let run = try await run(
        model([1, 1, 2, 3], means: means, deviations: deviations, in: folder), picture(in: folder), folder
      ).run
      #expect(run.status == 65 && run.errorLines.count == 1, "\(means) \(deviations)")
    }
  }

  // MARK: Sounds

  private func listening(_ count: Int, channels: Int = 1, in folder: TemporaryFolder) throws -> String {
    let audio: FlatWriter.Value = .table([0: .byte(4), 1: .table([0: .int(16000), 1: .int(channels)])])
    return try model([1, count], content: audio, in: folder)
  }

  @Test(arguments: [
    (1, 16, [0, 64, 0, 128] as [UInt8]), (1, 8, [192, 0]), (1, 24, [0, 0, 64, 0, 0, 128]),
    (1, 32, [0, 0, 0, 64, 0, 0, 0, 128]), (3, 32, [0, 0, 0, 63, 0, 0, 128, 191]),
  ])
  func `samples of every form are numbers from −1 to 1`(code: Int, bits: Int, data: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(sound(code: code, bits: bits, data), as: "in.wav")
    let (run, bytes) = try await run(listening(2, in: folder), path, folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(floats(bytes) == [0.5, -1])
  }

  @Test func `samples that are left out or added are counted`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(sound([0, 64, 0, 128, 0, 32]), as: "in.wav")
    let short = try await run(listening(2, in: folder), path, folder)
    #expect(short.run.errors.contains("1 of 3 samples are left out"))
    #expect(floats(short.bytes) == [0.5, -1])
    let long = try await run(listening(5, in: folder), path, folder)
    #expect(long.run.errors.contains("2 samples of silence are added"))
    #expect(floats(long.bytes) == [0.5, -1, 0.25, 0, 0])
  }

  @Test func `channels are averaged for a model that takes one`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(sound(channels: 2, [0, 64, 0, 0, 0, 128, 0, 64]), as: "in.wav")
    #expect(try await floats(run(listening(2, in: folder), path, folder).bytes) == [0.25, -0.25])
    #expect(try await floats(run(listening(4, channels: 2, in: folder), path, folder).bytes) == [0.5, 0, -1, 0.5])
  }

  @Test func `a sound of another rate, without a rate, or cut short is refused`() async throws {
    let folder = try TemporaryFolder()
    let cases: [(bytes: [UInt8], model: String, reason: String)] = [
      (sound(rate: 44100, [0, 0]), try listening(1, in: folder), "convert it with ffmpeg -i IN -ar 16000 -ac 1"),
      (Array(sound([0, 0]).prefix(24)), try listening(1, in: folder), "the WAV file is cut short"),
      (sound(code: 85, [0, 0]), try listening(1, in: folder), "WAV format 85 with 16 bits"),
      (sound(channels: 0, [0, 0]), try listening(1, in: folder), "in 0 channels is not supported"),
    ]
    for (bytes, model, reason) in cases {
      let run = try await run(model, folder.write(bytes, as: "in.wav"), folder).run
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1 && run.errors.contains(reason), "\(run.errors)")
    }
    let silent = try await run(model([1, 1], in: folder), folder.write(sound([0, 0]), as: "in.wav"), folder).run
    #expect(silent.errors.contains("its metadata does not say at what rate"), "\(silent.errors)")
  }
}
