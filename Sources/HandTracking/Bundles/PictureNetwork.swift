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

  /// Prepares a network of a bundle that takes a picture and gives floats in these shapes.
  package init(
    _ entry: String, of bundle: TaskBundle, outputs: [[Int?]], options: PlanOptions
  ) throws(TaskError) {
    let model = try bundle.model(named: entry)
    network = try PreparedNetwork(model, name: entry, options: options)
    try network.expectTensors(inputs: 1, outputs: outputs.count)
    try network.expect(.input, 0, shape: [1, nil, nil, 3])
    for (index, shape) in outputs.enumerated() {
      try network.expect(.output, index, shape: shape)
    }
    normalization = try PixelNormalization(of: model, name: entry)
    inputHeight = network.shape(of: .input, 0)[1]
    inputWidth = network.shape(of: .input, 0)[2]
  }
}
