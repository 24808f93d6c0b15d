import TensorRuntime
import TestSupport
import Testing

/// Operators on quantised tensors against LiteRT's reference kernels.
@Suite struct QuantizedTests {
  private static let cases = OperatorFixture.cases(of: "quantized")

  @Test func `there are cases of every form`() {
    for prefix in [
      "conv_", "depthwise_", "dense_", "add_", "sub_", "mul_", "ave_pool_", "max_pool_", "near_", "hybrid_", "pad_",
    ] {
      #expect(Self.cases.filter { $0.name.hasPrefix(prefix) }.count >= 2, "\(prefix)")
    }
  }

  @Test(arguments: cases.filter { !$0.name.hasPrefix("near_") && !$0.name.hasPrefix("hybrid_") })
  func `integer results are LiteRT's to the bit`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
    #expect(try fixture.failures(.exact, fusion: false) == [])
  }

  @Test(arguments: cases.filter { $0.name.hasPrefix("near_") })
  func `what goes by way of floats is within one step`(_ fixture: OperatorFixture) throws {
    let expected = try fixture.expectedOutputs()
    for provider in KernelProvider.available {
      for (found, wanted) in zip(try fixture.run(provider: provider), expected) {
        #expect(found.shape == wanted.shape)
        #expect(found.elementType == wanted.elementType)
        let steps = zip(found.bytes, wanted.bytes).map { pair in
          found.elementType == .int8
            ? abs(Int(Int8(bitPattern: pair.0)) - Int(Int8(bitPattern: pair.1))) : abs(Int(pair.0) - Int(pair.1))
        }
        #expect((steps.max() ?? 0) <= 1)
      }
    }
  }

  /// LiteRT quantises the picture in floats; in another order of operations, a value in the middle of two integers may become
  /// the other one. One step of one product is then the difference: 1/255 of the input's range of 2, times a weight of 2.54.
  @Test(arguments: cases.filter { $0.name.hasPrefix("hybrid_") })
  func `layers of quantised weights are as near as a step of the input`(_ fixture: OperatorFixture) throws {
    let expected = try fixture.expectedOutputs()[0].floats
    for provider in KernelProvider.available {
      let found = try fixture.run(provider: provider, threads: 2)[0].floats
      #expect(found.count == expected.count)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.02 })
      // All but a few are equal to rounding.
      #expect(zip(found, expected).filter { abs($0 - $1) > 1e-5 }.count * 10 <= found.count)
    }
  }

  @Test(arguments: OperatorFixture.badModels(of: "quantized"))
  func `scales that cannot be are refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }

  @Test func `scales and zero points are described`() throws {
    let plan = try Plan(OperatorFixture("quantized", "conv_1x1_int8").model())
    #expect(plan.inputs[0].elementType == .int8)
    #expect(plan.inputs[0].quantization == TensorQuantization(scale: 0.04, zeroPoint: -7))
    #expect(plan.outputs[0].quantization == TensorQuantization(scale: 0.2, zeroPoint: -3))
  }
}
