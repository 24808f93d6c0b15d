/// What a detector's outputs mean: numbers that belong to a published model and are not in its file.
///
/// The network has two outputs: for each anchor the center, size and keypoints of a box, relative to the anchor and in
/// pixels of the input; and for each anchor the logit of its score.
package struct DetectorLayout: Sendable {
  /// The network's outputs, by position.
  package enum Output {
    /// The values of the boxes.
    package static let boxes = 0
    /// Their scores before the sigmoid.
    package static let logits = 1
  }

  /// Logits are clamped to ± this before the sigmoid.
  package static let logitLimit: Float = 100

  /// The centers of the anchors, normalized to the input, one for each box of the output.
  package let anchors: [SIMD2<Float>]
  /// The number of keypoints of a box.
  package let keypointCount: Int
  /// The divisor of a box's values.
  package let boxScale: Float

  /// The layout of a detector of MediaPipe's kind.
  ///
  /// Each layer has two anchors in each cell of its grid, all of size 1; consecutive layers of one stride share a grid.
  /// Grids are in the order of the layers; within a grid rows, then columns, then the anchors of the cell.
  ///
  /// - Parameters:
  ///   - inputSide: the columns of the input, and its rows.
  ///   - strides: for each layer, the pixels of the input for each cell.
  ///   - keypointCount: at most 8.
  package init(inputSide: Int, strides: [Int], keypointCount: Int) {
    precondition((0...8).contains(keypointCount), "a box has space for eight keypoints")
    self.keypointCount = keypointCount
    boxScale = Float(inputSide)
    var anchors: [SIMD2<Float>] = []
    var layers = strides[...]
    while let stride = layers.first {
      let sharing = layers.prefix { $0 == stride }.count
      layers = layers.dropFirst(sharing)
      let side = (inputSide + stride - 1) / stride
      for y in 0..<side {
        for x in 0..<side {
          let center = SIMD2(Float((Double(x) + 0.5) / Double(side)), Float((Double(y) + 0.5) / Double(side)))
          anchors.append(contentsOf: repeatElement(center, count: 2 * sharing))
        }
      }
    }
    self.anchors = anchors
  }

  /// Values of a box: center, size, keypoints.
  package var valuesPerBox: Int { 4 + 2 * keypointCount }

  /// The shapes of the outputs.
  package var outputShapes: [[Int?]] { [[1, anchors.count, valuesPerBox], [1, anchors.count, 1]] }
}
