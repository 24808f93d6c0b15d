import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Operators on quantized tensors against LiteRT's reference kernels.
@Suite struct QuantizedTests {
  /// The cases whose names do or do not begin with one of `prefixes`; there is at least one.
  private static func cases(_ prefixes: [String], _ isWanted: Bool = true) throws -> [OperatorFixture] {
    let cases = try OperatorFixture.cases(of: "quantized").filter { fixture in
      prefixes.contains { fixture.name.hasPrefix($0) } == isWanted
    }
    return try #require(cases.isEmpty ? nil : cases)
  }

  @Test func `there are cases of every form`() throws {
    for prefix in [
      "conv_", "depthwise_", "dense_", "add_", "sub_", "mul_", "ave_pool_", "max_pool_", "near_", "hybrid_", "pad_",
      "table_", "ties_",
    ] {
      #expect(try Self.cases([prefix]).count >= 2, "\(prefix)")
    }
  }

  @Test(arguments: try cases(["near_", "hybrid_"], false))
  func `integer results are LiteRT's to the bit`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
    #expect(try fixture.failures(.exact, fusion: false) == [])
  }

  @Test(arguments: try cases(["near_"]))
  func `what goes by way of floats is within one step`(_ fixture: OperatorFixture) throws {
    let expected = try fixture.expectedOutputs()
    for provider in KernelProvider.available {
      let outputs = try fixture.run(provider: provider)
      #expect(outputs.count == expected.count)
      for (found, wanted) in zip(outputs, expected) {
        #expect(found.shape == wanted.shape)
        #expect(found.elementType == wanted.elementType)
        #expect(found.bytes.count == wanted.bytes.count)
        let steps = zip(found.integers, wanted.integers).map { abs($0 - $1) }
        // LiteRT's sigmoid and tanh of 16 bits come from a table with straight lines between its numbers.
        let isInterpolated = found.elementType == .int16 && ["logistic", "tanh"].contains { fixture.name.contains($0) }
        #expect((steps.max() ?? 0) <= (isInterpolated ? 4 : 1), "\(fixture), \(provider)")
      }
    }
  }

  @Test func `16-bit integers stay 16-bit integers, with their scale`() throws {
    for name in ["near_conv_int16", "near_add_int16", "near_logistic_int16"] {
      let plan = try Plan(OperatorFixture("quantized", name).model())
      #expect(plan.outputs[0].elementType == .int16, "\(name)")
      #expect(plan.outputs[0].quantization?.scales.count == 1, "\(name)")
    }
  }

  /// LiteRT quantizes the picture in floats; with a different order of operations, a tie between two integers may be
  /// rounded to the other one. One step of one product is then the difference: 1/255 of the input's range of 2, times a
  /// weight of 2.54.
  @Test(arguments: try cases(["hybrid_"]))
  func `layers of quantized weights are as near as a step of the input`(_ fixture: OperatorFixture) throws {
    let expected = try fixture.expectedOutputs()[0].floats
    for provider in KernelProvider.available {
      let found = try fixture.run(provider: provider, threads: 2)[0].floats
      #expect(found.count == expected.count)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.02 })
      // All but a few are equal up to rounding.
      #expect(zip(found, expected).filter { abs($0 - $1) > 1e-5 }.count * 10 <= found.count)
    }
  }

  @Test(arguments: try OperatorFixture.badModels(of: "quantized"))
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
