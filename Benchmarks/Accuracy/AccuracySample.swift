import Foundation
import HandTracking
import Mudra
import PixelImaging
import TensorRuntime

/// The pictures on which arithmetics are compared.
struct AccuracySample {
  /// A picture, and the hands that exact arithmetic finds in it.
  struct Picture {
    let name: String
    let image: PixelImage
    let hands: [FoundHand]
    /// The joints of the drawn hands, 0…1 of the picture; empty for a photo.
    let truth: [[SIMD2<Double>]]
  }

  let pictures: [Picture]
  /// The number of hands.
  var handCount: Int { pictures.reduce(0) { $0 + $1.hands.count } }

  /// The PNG and JPEG files of a folder. Beside drawn hands lies `truth.json` with their joints.
  ///
  /// - Parameter model: with exact arithmetic.
  init(folder: String, model: HandModel) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let truth = try Self.truth(inFolder: folder)
    let pipeline = try HandPipeline(model, settings: Self.settings(), threads: ThreadPool(threadCount: 1))
    pictures = try files.filter { [".png", ".jpg", ".jpeg"].contains(where: $0.lowercased().hasSuffix) }.map { file in
      let image = try PixelImage(contentsOfFile: "\(folder)/\(file)").converted(to: .rgb)
      try pipeline.process(TaskFrame(image), isNext: false)
      return Picture(name: file, image: image, hands: Array(pipeline.hands), truth: truth[file] ?? [])
    }
    guard pictures.contains(where: { !$0.hands.isEmpty }) else { throw NoHands(folder: folder) }
  }

  /// Up to two hands.
  static func settings() throws -> HandSettings {
    let options = HandLandmarkerOptions()
    options.numHands = 2
    return try HandSettings(options)
  }

  private static func truth(inFolder folder: String) throws -> [String: [[SIMD2<Double>]]] {
    struct Entry: Decodable {
      let landmarks: [[[Double]]]
    }
    guard let data = FileManager.default.contents(atPath: "\(folder)/truth.json") else { return [:] }
    return try JSONDecoder().decode([String: Entry].self, from: data).mapValues { entry in
      entry.landmarks.map { hand in hand.map { SIMD2($0[0], $0[1]) } }
    }
  }

  private struct NoHands: Error, CustomStringConvertible {
    let folder: String
    var description: String { "\(folder): no picture in which a hand is found" }
  }
}
