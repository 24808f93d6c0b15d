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

  /// A network of pictures that was read and checked but not prepared.
  package struct Read {
    let network: ReadNetwork
    let normalization: PixelNormalization
  }

  /// Reads a network of a bundle that takes a picture and gives floats in these shapes.
  package static func read(
    _ entry: String, of bundle: TaskBundle, outputs: [[Int?]], options: PlanOptions
  ) throws(TaskError) -> Read {
    let network = try ReadNetwork(entry, of: bundle, options: options)
    try network.expectTensors(inputs: 1, outputs: outputs.count)
    try network.expect(.input, 0, shape: [1, nil, nil, 3])
    for (index, shape) in outputs.enumerated() {
      try network.expect(.output, index, shape: shape)
    }
    return Read(network: network, normalization: try PixelNormalization(of: network.model, name: entry))
  }

  /// Prepares a network that has been read.
  package init(_ read: Read) throws(TaskError) {
    network = try PreparedNetwork(read.network)
    normalization = read.normalization
    inputHeight = network.shape(of: .input, 0)[1]
    inputWidth = network.shape(of: .input, 0)[2]
  }
}
