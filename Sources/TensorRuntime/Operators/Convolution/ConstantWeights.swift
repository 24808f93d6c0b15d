import TFLiteFormat
import TensorKernels

/// The constant filter and bias of a convolution or dense layer, to be packed.
struct ConstantWeights {
  private let filter: Filter
  private let epilogue: Epilogue

  /// Filter: input 1. Bias: input 2, if present.
  init(
    _ inputs: Operands, channels: Int, activation: FusedActivation, _ spares: SparePages?
  ) throws(OperatorError) {
    filter = Filter(try inputs.constant(1), spares)
    var bias: ConstantMemory?
    if inputs.optional(2) != nil { bias = try inputs.constant(2).lent(spares) }
    let values = bias.map {
      UnsafeBufferPointer(start: UnsafePointer($0.pointer.assumingMemoryBound(to: Float.self)), count: channels)
    }
    epilogue = withExtendedLifetime(bias) {
      Epilogue(bias: values, channels: channels, activation: activation.epilogue)
    }
  }

  func withLayerWeights<R>(_ body: (LayerWeights) -> R) -> R {
    withExtendedLifetime(filter) { body(filter.weights(epilogue)) }
  }

  /// A constant whose floats are made when a kernel asks for them.
  private final class Filter {
    private let constant: ConstantTensor
    private let spares: SparePages?
    private lazy var memory = constant.lent(spares)

    init(_ constant: ConstantTensor, _ spares: SparePages?) { (self.constant, self.spares) = (constant, spares) }

    private var floats: UnsafePointer<Float> { UnsafePointer(memory.pointer.assumingMemoryBound(to: Float.self)) }

    /// Borrows the constant.
    func weights(_ epilogue: Epilogue) -> LayerWeights {
      guard MatrixMultiply.packsHalves, let halves = constant.halves?.address(alignedTo: 1) else {
        return LayerWeights(filter: floats, epilogue: epilogue)
      }
      return LayerWeights(HalfFilter(halves) { self.floats }, epilogue: epilogue)
    }
  }
}

/// Checks that a bias, if present, has one float per output channel.
func checkBias(_ inputs: Operands, at input: Int = 2, channels: Int) throws(OperatorError) {
  guard inputs.optional(input) != nil else { return }
  let bias = try inputs.type(input)
  guard bias.elementCount == channels else {
    throw .inputShape(input: input, expected: "one bias for each of \(channels) output channels", found: bias.shape)
  }
}
