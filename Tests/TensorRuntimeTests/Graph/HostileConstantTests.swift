import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

/// Constants that are large although the file is small, and numbers that arithmetic does not expect.
@Suite struct HostileConstantTests {
  @Test(arguments: [Int64.min, .max, 1 << 31])
  func `zero points of channels are 32-bit numbers`(zeroPoint: Int64) {
    let quantization = OneOperator.Tensor.quantized([1, 1], zeroPoints: [0, zeroPoint])
    let model = OneOperator(
      name: "DEQUANTIZE", inputs: [OneOperator.Tensor(shape: [2, 3], type: .int8, quantization: quantization)])
    #expect(throws: model.error(.quantization("input 0", expected: "finite scales and 32-bit zero points"))) {
      try model.run()
    }
  }

  @Test func `axes, extents and the like are few`() {
    let sizes = OneOperator.Tensor.sparse([4, 1 << 22], .int32)
    for (name, inputs) in [("RESHAPE", [.empty([4]), sizes]), ("FILL", [sizes, .empty([])])] {
      let model = OneOperator(name: name, inputs: inputs)
      let place = name == "FILL" ? 0 : 1
      #expect(
        throws: model.error(.inputShape(input: place, expected: "at most 4096 integers", found: [4, 1 << 22]))
      ) { try model.run() }
    }
  }

  private func dense(_ filter: [Int], _ type: ElementType) -> OneOperator {
    let scale = OneOperator.Tensor.quantized([1])
    return OneOperator(
      name: "FULLY_CONNECTED",
      inputs: [
        OneOperator.Tensor(shape: [1, filter[1]], type: type, quantization: scale), .sparse(filter, type, scale: 1),
      ], outputs: [OneOperator.Tensor(shape: [1], type: type, quantization: scale)])
  }

  @Test(arguments: [ElementType.int8, .uint8])
  func `a quantized filter is no larger than its floats may be`(type: ElementType) {
    let model = dense([512, 1 << 20], type)
    let error = OperatorError.tensorTooLarge(shape: [512, 1 << 20], byteCount: 2 << 30, limit: 512 << 20)
    #expect(throws: model.error(error)) { try model.run() }
  }

  @Test func `a layer of quantized weights is checked as one of floats`() {
    var model = dense([8, 64], .int8)
    model.inputs[0] = OneOperator.Tensor(
      shape: [1, 7], type: .int8, quantization: OneOperator.Tensor.quantized([1]))
    let error = OperatorError.inputShape(input: 0, expected: "rows of 64 elements", found: [1, 7])
    #expect(throws: model.error(error)) { try model.run() }
  }

  #if os(Linux)
    @Test(.enabled(if: SystemLimits.canLimitMemory, "the address space cannot be limited here"))
    func `a layer of a million bytes takes a few million`() async {
      await #expect(processExitsWith: .success) {
        let scale = OneOperator.Tensor.quantized([1])
        let filter = OneOperator.Tensor(
          shape: [1 << 10, 1 << 10], type: .int8, data: [UInt8](repeating: 3, count: 1 << 20), quantization: scale)
        let model = OneOperator(
          name: "FULLY_CONNECTED",
          inputs: [OneOperator.Tensor(shape: [1, 1 << 10], type: .int8, quantization: scale), filter],
          outputs: [OneOperator.Tensor(shape: [1], type: .int8, quantization: scale)])
        let bytes = Bytes(model.bytes)
        // As floats in the file's order and packed, 4 MB each.
        try SystemLimits.limitMemory(beyondPresent: 20 << 20)
        let session = try Session(Plan(Model(bytes)))
        try session.run()
      }
    }
  #endif
}
