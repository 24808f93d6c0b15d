import Foundation
import GestureTraining
import TestSupport

extension FuzzTarget {
  /// What is saved of gestures as JSON: trained ones, an enroller, examples. What decodes can be used.
  static let gestures = FuzzTarget(name: "gestures", byteLimit: 1 << 14, seeds: gestureSeeds) { bytes in
    let (data, decoder) = (Data(bytes), JSONDecoder())
    if let gestures = try? decoder.decode(TrainedGestures.self, from: data) {
      for count in [0, 1, gestures.embeddingSize, gestures.embeddingSize + 1] {
        let decision = try? gestures.decision(for: HandEmbedding(Array(repeating: 0.5, count: count)))
        try require(
          (decision == nil) == (count != gestures.embeddingSize), "an embedding of \(count) values is named, or is not")
      }
      let again = try decoder.decode(TrainedGestures.self, from: JSONEncoder().encode(gestures))
      try require(again == gestures, "gestures change as they are saved")
    }
    if var enroller = try? decoder.decode(GestureEnroller.self, from: data) {
      for value in 0..<3 {
        for size in [4, 1] { _ = try? enroller.add(HandEmbedding(Array(repeating: Float(value), count: size))) }
      }
      _ = try? enroller.begin("another")
      _ = enroller.missing
      enroller.finish()
      _ = try? enroller.train()
    }
    if let dataset = try? decoder.decode(GestureDataset.self, from: data) {
      _ = try? GestureTrainer(limits: .init(time: .seconds(1))).train(dataset)
    }
  }

  private static func gestureSeeds() throws -> [[UInt8]] {
    var dataset = GestureDataset()
    var enroller = GestureEnroller(frameCount: 4)
    for (index, name) in ["a", "b"].enumerated() {
      try enroller.begin(name)
      for step in 0..<3 {
        let embedding = HandEmbedding((0..<4).map { Float($0 == index ? 1 : 0) + Float(step * ($0 + 1)) / 16 })
        try dataset.add(embedding, gesture: name, source: "\(step).png", group: "\(step % 2)")
        _ = try enroller.add(embedding)
      }
    }
    for value in [Float(-2), -3] { try dataset.add(HandEmbedding(Array(repeating: value, count: 4)), gesture: nil) }
    let encoder = JSONEncoder()
    let gestures = try [GestureTrainingOptions.Method.distance, .softmax].map { method in
      try GestureTrainer(options: GestureTrainingOptions(method: method)).train(dataset)
    }
    return try gestures.map { Array(try encoder.encode($0)) }
      + [encoder.encode(enroller), encoder.encode(dataset)]
      .map(Array.init)
  }
}
