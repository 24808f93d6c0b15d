import TFLiteFormat

/// How a byte of a pixel becomes a value of a network's input: `byte × scale + offset`.
package struct PixelNormalization: Sendable, Hashable {
  /// The factor of a byte.
  package let scale: Float
  /// What is added.
  package let offset: Float

  /// Read from the metadata of a network with one picture as its input.
  package init(of model: Model, name: String) throws(TaskError) {
    let metadata: ModelMetadata?
    do {
      metadata = try model.metadata()
    } catch {
      throw .unreadableModel(model: name, reason: error)
    }
    let input = metadata?.inputs.first
    if let colorSpace = input?.colorSpace, colorSpace > 1 {
      throw .unsupportedColorSpace(model: name, colorSpace: colorSpace)
    }
    guard let normalization = input?.normalization else { throw .missingNormalization(model: name) }
    try self.init(mean: normalization.mean, standardDeviation: normalization.standardDeviation, name: name)
  }

  /// From mean and standard deviation, one value or one a channel: 0…255 is taken to (0 − mean) / deviation …
  /// (255 − mean) / deviation.
  package init(mean means: [Float], standardDeviation deviations: [Float], name: String) throws(TaskError) {
    guard let mean = means.first, let deviation = deviations.first, means.count == deviations.count,
      means.allSatisfy({ $0 == mean }), deviations.allSatisfy({ $0 == deviation }), mean.isFinite,
      deviation.isFinite, abs(deviation) >= .ulpOfOne
    else {
      throw .unsupportedNormalization(model: name, mean: means, standardDeviation: deviations)
    }
    let low = (0 - mean) / deviation
    let high = (255 - mean) / deviation
    scale = (high - low) / 255
    offset = low
  }
}
