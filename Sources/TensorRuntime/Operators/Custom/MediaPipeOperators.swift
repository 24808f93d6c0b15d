/// The custom operators that MediaPipe's published models use.
public enum MediaPipeOperators {
  /// All of them.
  public static let all: [any CustomOperator.Type] = [
    Convolution2DTransposeBias.self, Landmarks2TransformMatrix.self, MaxPoolingWithArgmax2D.self, MaxUnpooling2D.self,
    TransformLandmarks.self, TransformTensorBilinear.self,
  ]
}

extension [CustomTensor?] {
  /// Checks that there is a float input of each rank, and no other, and returns their shapes.
  func floats(ranks: [Int]) throws(OperatorError) -> [[Int]] {
    guard count == ranks.count else { throw .inputCount(expected: ranks.count...ranks.count, found: count) }
    var shapes: [[Int]] = []
    for (index, rank) in ranks.enumerated() {
      guard let input = self[index] else { throw .inputMissing(index) }
      guard input.elementType == .float32 else {
        throw .inputType(input: index, expected: [.float32], found: input.elementType)
      }
      guard input.shape.count == rank else {
        throw .inputRank(input: index, expected: rank...rank, found: input.shape.count)
      }
      shapes.append(input.shape)
    }
    return shapes
  }
}

func checkVersion(_ version: Int, _ expected: Int) throws(OperatorError) {
  guard version == expected else { throw .customOptions("version \(version), expected \(expected)") }
}
