import TFLiteFormat

extension GestureHead {
  /// The head as a TFLite model with labels and metadata, as MediaPipe reads a custom gesture classifier.
  ///
  /// Input `hand_embedding` `[1, values]`, output `scores` `[1, 1 + gestures]`: none first, which is labeled `None`.
  ///
  /// - Throws: `FormatError.archive` for a file of 4 GiB.
  package func model(names: [String]) throws(FormatError) -> [UInt8] {
    var writer = ModelWriter(description: "Gestures trained by Mudra")
    let input = writer.addInput("hand_embedding", shape: [1, embeddingSize])
    let logits: ModelWriter.Tensor
    switch self {
    case .distance(let head): logits = head.layers(input, &writer)
    case .softmax(let head): logits = head.layers(input, &writer)
    }
    let scores = writer.apply(.softmax, to: [logits], shape: [1, names.count + 1], name: "scores")
    let model = writer.encoded(outputs: [scores], metadata: Self.metadata.encoded)
    return try ClassifierMetadata.appending(labels: [GestureName.background] + names, to: model)
  }

  /// The score that the most likely gesture must have to count.
  static let scoreThreshold: Float = 0.5

  private static let metadata = ClassifierMetadata(
    name: "HandGestureRecognition", description: "Recognize the hand gesture in the image.", inputName: "embedding",
    inputDescription: "Embedding feature vector from gesture embedder.",
    outputDescription: "Hand gesture category scores.", scoreThreshold: scoreThreshold)
}

extension DistanceHead {
  /// Whitening, squares, and one product for all logits.
  fileprivate func layers(_ input: ModelWriter.Tensor, _ writer: inout ModelWriter) -> ModelWriter.Tensor {
    let (size, classCount, layers) = (space.size, space.means.count + 1, DistanceLayers(self))
    let positive = writer.apply(.relu, to: [input], shape: [1, size], name: "positive")
    let point = writer.applyProduct(
      to: positive, weights: space.whitening, bias: layers.bias, inputCount: size, outputCount: size, name: "point")
    let squares = writer.apply(.multiply, to: [point, point], shape: [1, size], name: "squares")
    let both = writer.apply(.concatenation, to: [point, squares], shape: [1, 2 * size], name: "point_and_squares")
    return writer.applyProduct(
      to: both, weights: layers.weights, bias: layers.offsets, inputCount: 2 * size, outputCount: classCount,
      name: "logits")
  }
}

extension SoftmaxHead {
  /// One product.
  fileprivate func layers(_ input: ModelWriter.Tensor, _ writer: inout ModelWriter) -> ModelWriter.Tensor {
    let (size, classCount) = (weights[0].count, weights.count)
    let positive = writer.apply(.relu, to: [input], shape: [1, size], name: "positive")
    return writer.applyProduct(
      to: positive, weights: weights.flatMap(\.self), bias: biases, inputCount: size, outputCount: classCount,
      name: "logits")
  }
}

extension ModelWriter {
  /// A fully connected layer with constants that are rounded here, and nowhere else.
  mutating func applyProduct(
    to input: Tensor, weights: [Double], bias: [Double], inputCount: Int, outputCount: Int, name: String
  ) -> Tensor {
    let weights = addConstant("\(name)/weights", weights.map { Float($0) }, shape: [outputCount, inputCount])
    let bias = addConstant("\(name)/bias", bias.map { Float($0) }, shape: [outputCount])
    return apply(.fullyConnected, to: [input, weights, bias], shape: [1, outputCount], name: name)
  }
}
