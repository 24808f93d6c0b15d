import TFLiteFormat
import TensorRuntime
import Testing

/// Bounds that no option changes; those of windows and shapes are tested with their operators.
@Suite struct FixedLimitsTests {
  private func bytes(_ values: [Int32]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  private func expect(
    _ fault: OperatorError, _ model: OneOperator, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: model.error(fault), sourceLocation: sourceLocation) { try Plan(Model(Bytes(model.bytes))) }
  }

  @Test func `blocks of pixels have no long sides and few places`() {
    for (name, shape) in [("SPACE_TO_DEPTH", [1, 0, 0, 1]), ("DEPTH_TO_SPACE", [1, 0, 0, 1])] {
      let side = 1 << 15 + 1
      let model = OneOperator(name: name, options: [0: .int(side)], inputs: [.empty(shape)])
      expect(.option(name: "block_size", value: side), model)
    }
    for name in ["SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND"] {
      func model(_ block: [Int32]) -> OneOperator {
        OneOperator(
          name: name, inputs: [.empty([0, 129, 128, 1]), .integers(block), .integers([0, 0, 0, 0], [2, 2])])
      }
      expect(.value(name: "block size", 129 * 128), model([129, 128]))
      expect(.value(name: "block extent", 1 << 14 + 1), model([1, 1 << 14 + 1]))
    }
  }

  @Test func `MediaPipe's transposed convolution has moderate strides`() {
    let model = OneOperator(
      name: "Convolution2DTransposeBias", customOptions: bytes([2, 65_537, 1]),
      inputs: [.empty([1, 1, 1, 1]), .ones([1, 1, 1, 1]), .ones([1])])
    expect(.customOptions("strides 1 and 65537"), model)
  }
}
