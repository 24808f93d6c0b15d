import Foundation
import HandRecording
import PixelImaging
import TestSupport

extension FuzzTarget {
  /// Recordings: their header, frames, answers and options.
  static let recording = FuzzTarget(name: "recording", byteLimit: 4096, seeds: recordingSeeds) { bytes in
    try TemporaryFolder.withFile(bytes, as: "recording") { path in
      var count = 0
      do throws(RecordingError) {
        let reader = try RecordingReader(path: path)
        while let record = try reader.next() {
          count += 1
          if case .frame(let frame) = record { _ = try? frame.image() }
          if case .options(let options) = record { _ = try? options.checkLimits() }
        }
      } catch {
        _ = error.description
      }
      // A record has at least its head.
      try require(8 * count <= bytes.count, "\(count) records in \(bytes.count) bytes")
    }
  }

  private static func recordingSeeds() throws -> [[UInt8]] {
    var options = SessionOptions()
    options.numHands = 2
    let start = try RecordingWriter.start(RecordingHeader(options: options, model: nil))
    let planes = try FrameMessage(
      FrameHeader(format: .i420, width: 2, height: 2, number: 1, milliseconds: 0), pixels: [1, 2, 3, 4, 5, 6])
    let gray = try PixelImage(width: 4, height: 2, format: .gray, pixels: Array(repeating: 99, count: 8))
    let picture = try FrameMessage(
      FrameHeader(format: .picture, width: 0, height: 0, number: 2, milliseconds: 33), pixels: gray.pngData())
    let records: [RecordingRecord] = [.frame(planes), .answer("{}"), .options(options), .frame(picture)]
    let whole = try records.reduce(start) { try $0 + RecordingWriter.data($1) }
    return [start, whole].map { Array($0) }
  }
}
