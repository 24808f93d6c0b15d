import TensorRuntime

/// A prepared network whose one input is a picture.
package struct PictureNetwork: Sendable {
  /// The network.
  package let network: PreparedNetwork
  /// What becomes of a byte of a pixel.
  package let normalization: PixelNormalization
  /// Columns of the input.
  package let inputWidth: Int
  /// Rows of the input.
  package let inputHeight: Int

  /// Reads a network of a bundle that takes a picture and gives floats in these shapes.
  package static func read(
    _ entry: String, of bundle: TaskBundle, outputs: [[Int?]], options: PlanOptions
  ) throws(TaskError) -> ReadNetwork {
    let network = try ReadNetwork(entry, of: bundle, options: options)
    try network.expectTensors(inputs: 1, outputs: outputs.count)
    try network.expect(.input, 0, shape: [1, nil, nil, 3])
    for (index, shape) in outputs.enumerated() {
      try network.expect(.output, index, shape: shape)
    }
    _ = try PixelNormalization(of: network.model, name: entry)
    return network
  }

  /// Prepares a network that was read as one of pictures.
  package init(_ read: ReadNetwork) throws(TaskError) {
    network = try PreparedNetwork(read)
    normalization = try PixelNormalization(of: read.model, name: read.name)
    inputHeight = network.shape(of: .input, 0)[1]
    inputWidth = network.shape(of: .input, 0)[2]
  }
}
