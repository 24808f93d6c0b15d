import TensorKernels
import Testing

@Suite struct EpilogueTests {
  private func epilogue(_ activation: Epilogue.Activation) -> Epilogue {
    let bias: [Float] = [1, -1, 0, 2, 5]
    return bias.withUnsafeBufferPointer { Epilogue(bias: $0, channels: 5, activation: activation) }
  }

  private var slopes: AlignedBuffer {
    [Float]([2, 3, 4, 5, 6]).withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) }
  }

  @Test func `the bias comes before the activation`() {
    #expect(epilogue(.none).finish(-0.5, channel: 0) == 0.5)
    #expect(epilogue(.clamp(lower: 0, upper: 6)).finish(-0.5, channel: 1) == 0)
    #expect(epilogue(.clamp(lower: 0, upper: 6)).finish(4.5, channel: 3) == 6)
    #expect(epilogue(.slopes(slopes)).finish(-7, channel: 4) == -12)
    #expect(epilogue(.slopes(slopes)).finish(-1, channel: 4) == 4)
  }

  @Test func `four channels are finished as one by one`() {
    for epilogue in [
      epilogue(.none), epilogue(.clamp(lower: -1, upper: 1)), epilogue(.clamp(lower: 0, upper: .infinity)),
      epilogue(.slopes(slopes)),
    ] {
      let sum = Vector4(-3, 0.25, 1, -9)
      let vector = epilogue.finish(sum, channel: 0)
      for lane in 0..<4 { #expect(vector[lane] == epilogue.finish(sum[lane], channel: lane)) }
    }
  }

  @Test func `four channels may start at any multiple of four up to the last channel`() {
    // Bias and slopes are padded to eight.
    let vector = epilogue(.slopes(slopes)).finish(Vector4(repeating: -10), channel: 4)
    #expect(vector == Vector4(-30, 0, 0, 0))
  }

  @Test func `no bias is a bias of zeros`() {
    let epilogue = Epilogue(bias: nil, channels: 9, activation: .none)
    #expect(epilogue.bias.count == 16)
    #expect(epilogue.finish(3, channel: 8) == 3)
  }

  @Test func `a NaN stays a NaN`() {
    #expect(epilogue(.clamp(lower: 0, upper: 6)).finish(.nan, channel: 0).isNaN)
    #expect(epilogue(.clamp(lower: 0, upper: 6)).finish(Vector4(repeating: .nan), channel: 0)[3].isNaN)
    #expect(epilogue(.slopes(slopes)).finish(.nan, channel: 0).isNaN)
  }

  @Test func `a row is finished in place, and nothing after it`() {
    let row = PaddedFloats([0, 0, 0, 0, 0])
    epilogue(.none).finish(row: row.pointer, count: 5)
    #expect(row.values == [1, -1, 0, 2, 5])
    #expect(row.isBorderIntact)
  }
}
