import Foundation
import GestureTraining
import HandTracking
import PixelImaging
import TestSupport

/// The networks of the package.
enum Models {
  /// The path of the gesture recognizer's bundle.
  static let recognizer = PackageFolders.root.appendingPathComponent("Models/gesture_recognizer.task").path

  /// Its networks, prepared once.
  static let model = Result { try HandModel(path: recognizer) }

  /// The embedding of a drawn hand.
  static func embedding(of picture: String) throws -> HandEmbedding? {
    try HandEmbedder(model: model.get()).embedding(of: RenderedHands.image(picture))?.embedding
  }

  /// A dataset of drawn hands: each gesture's left and right hand.
  static func drawnGestures(_ names: [String]) throws -> GestureDataset {
    let embedder = try HandEmbedder(model: model.get())
    var dataset = GestureDataset()
    for name in names {
      for side in ["left", "right"] {
        let picture = "\(name)_\(side)"
        try dataset.add(
          embedder.embedding(of: RenderedHands.image(picture)), gesture: "my \(name)", source: "\(picture).png")
      }
    }
    return dataset
  }
}
