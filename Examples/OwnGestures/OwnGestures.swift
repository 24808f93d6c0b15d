import GestureTraining
import Mudra

/// Learns gestures from a folder with a folder of pictures for each, and recognizes them in another picture.
///
///     swift run -c release OwnGestures gestures photo.jpg
@main
struct OwnGestures {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard paths.count == 2, let folder = paths.first, let photo = paths.last else {
      return print("usage: OwnGestures folder photo.jpg")
    }
    let embedder = try HandEmbedder(model: HandModel())
    var dataset = GestureDataset()
    try dataset.add(folder: folder, embedder: embedder)
    let gestures = try GestureTrainer().train(dataset)
    print("learned with an accuracy of \(gestures.report.accuracy)")
    try GestureBundle.write(gestures, to: "own.task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = "own.task"
    let result = try GestureRecognizer(options: options).recognize(image: PixelImage(contentsOfFile: photo))
    for hand in result.hands { print(hand.side, hand.gesture?.name ?? "no gesture") }
  }
}
