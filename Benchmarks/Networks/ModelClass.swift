import TFLiteFormat

/// How a model is quantized, by which ratios are summed up.
enum ModelClass: String {
  case float = "floats"
  case half = "half-precision weights"
  case dynamic = "dynamic range"
  case dynamicOfFourBits = "dynamic range, 4 bits"
  case bytes = "int8"
  case words = "16x8"

  /// By the types of its tensors.
  init(of model: Model) {
    let graph = model.subgraphs[0]
    var computed: [ElementType: Int] = [:], constant: [ElementType: Int] = [:]
    for tensor in graph.tensors {
      if model.constant(tensor) == nil {
        computed[tensor.elementType, default: 0] += tensor.quantization?.scale.isEmpty == false ? 1 : 0
      } else if tensor.shape.count > 1 {
        constant[tensor.elementType, default: 0] += 1
      }
    }
    // Some operators on bytes keep a state of 16 bits.
    if (computed[.int8] ?? 0) + (computed[.uint8] ?? 0) > 0 {
      self = .bytes
    } else if computed[.int16] ?? 0 > 0 {
      self = .words
    } else if constant[.int4] ?? 0 > 0 {
      self = .dynamicOfFourBits
    } else if (constant[.int8] ?? 0) + (constant[.uint8] ?? 0) > 0 {
      self = .dynamic
    } else if constant[.float16] ?? 0 > 0 {
      self = .half
    } else {
      self = .float
    }
  }
}
