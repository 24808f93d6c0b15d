/// What happens to a sum before it is stored: a bias per channel, optionally the addend of a residual connection, and
/// an activation.
package struct Epilogue: Sendable {
  /// The activation after the bias.
  package enum Activation: Sendable {
    /// The value itself.
    case none
    /// Clamped to `lower…upper` (ReLU, ReLU6, ReLU_N1_TO_1).
    case clamp(lower: Float, upper: Float)
    /// Negative values times the channel's slope (PReLU); the buffer is padded to a multiple of 8. Slopes are finite:
    /// emitted code adds zero times the slope to positive values.
    case slopes(AlignedBuffer)
  }

  /// One bias per channel, padded with zeros to a multiple of 8.
  package let bias: AlignedBuffer
  /// Applied after the bias.
  package let activation: Activation
  /// The slopes of the activation, or its limits, for compiled code: it asks for one of two, and counts no references.
  private nonisolated(unsafe) let slopes: UnsafePointer<Float>?
  private let lower: Float, upper: Float

  /// - Parameters:
  ///   - bias: one value per channel, or nil for zeros.
  ///   - channels: the number of channels of the output.
  package init(bias: UnsafeBufferPointer<Float>?, channels: Int, activation: Activation) {
    self.init(
      bias: bias.map { AlignedBuffer($0, paddedTo: 8) } ?? AlignedBuffer(zeros: (channels + 7) / 8 * 8),
      activation: activation)
  }

  /// An epilogue with a bias that is padded already.
  init(bias: AlignedBuffer, activation: Activation) {
    (self.bias, self.activation) = (bias, activation)
    switch activation {
    case .none: (slopes, lower, upper) = (nil, -.infinity, .infinity)
    case .clamp(let lower, let upper): (slopes, self.lower, self.upper) = (nil, lower, upper)
    case .slopes(let slopes): (self.slopes, lower, upper) = (UnsafePointer(slopes.pointer), 0, 0)
    }
  }

  /// The buffers of bias and slopes.
  package var memory: [any KernelMemory] {
    if case .slopes(let slopes) = activation { [bias, slopes] } else { [bias] }
  }

  /// The same for only some neighboring channels.
  func part(_ channels: Range<Int>) -> Epilogue {
    func part(_ buffer: AlignedBuffer) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(start: buffer.pointer + channels.lowerBound, count: channels.count)
    }
    var activation = activation
    if case .slopes(let slopes) = activation { activation = .slopes(AlignedBuffer(part(slopes), paddedTo: 8)) }
    return Epilogue(bias: part(bias), channels: channels.count, activation: activation)
  }

  /// Four finished channels, starting at `channel`.
  @inline(__always)
  package func finish(_ sum: Vector4, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector4 {
    finish(biased: sum + Vector4(loading: bias.pointer + channel), channel: channel, addend: addend)
  }

  /// One finished channel.
  @inline(__always)
  package func finish(_ sum: Float, channel: Int, addend: Float? = nil) -> Float {
    finish(biased: sum + bias.pointer[channel], channel: channel, addend: addend)
  }

  // MARK: Sums that began with the bias

  /// Four finished channels, starting at `channel`, of sums that include the bias.
  @inline(__always)
  func finish(biased sum: Vector4, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector4 {
    var value = sum
    if let addend { value += Vector4(loading: addend) }
    guard let slopes else { return value.limited(Vector4(repeating: lower), Vector4(repeating: upper)) }
    return value.leaky(Vector4(loading: slopes + channel))
  }

  /// Eight finished channels, starting at `channel`, of sums that include the bias.
  @inline(__always)
  func finish(biased sum: Vector8, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector8 {
    Vector8(
      low: finish(biased: sum.low, channel: channel, addend: addend),
      high: finish(biased: sum.high, channel: channel + 4, addend: addend.map { $0 + 4 }))
  }

  /// One finished channel of a sum that includes the bias.
  @inline(__always)
  func finish(biased sum: Float, channel: Int, addend: Float? = nil) -> Float {
    var value = sum
    if let addend { value += addend }
    guard let slopes else { return value < lower ? lower : (value > upper ? upper : value) }
    return value < 0 ? value * slopes[channel] : value
  }

  /// Finishes a row of `count` sums in place.
  package func finish(row: UnsafeMutablePointer<Float>, count: Int, addend: UnsafePointer<Float>? = nil) {
    var channel = 0
    while channel + 4 <= count {
      finish(Vector4(loading: row + channel), channel: channel, addend: addend.map { $0 + channel })
        .store(to: row + channel)
      channel += 4
    }
    while channel < count {
      row[channel] = finish(row[channel], channel: channel, addend: addend?[channel])
      channel += 1
    }
  }
}

/// The constant operands of a layer as stored in the model; a kernel packs them when it is created.
package struct LayerWeights {
  private enum Filter {
    case whole(UnsafePointer<Float>)
    case blocks(FilterBlocks)
  }
  private let storage: Filter
  /// Bias and activation.
  package let epilogue: Epilogue

  /// Borrows `filter` while kernels are created.
  package init(filter: UnsafePointer<Float>, epilogue: Epilogue) {
    (storage, self.epilogue) = (.whole(filter), epilogue)
  }

  /// The same for the filter of a matrix product, which owns its copy in one piece.
  package init(_ filter: FilterBlocks, epilogue: Epilogue) {
    (storage, self.epilogue) = (.blocks(filter), epilogue)
  }

  /// The filter, in TFLite's layout for the operator.
  package var filter: UnsafePointer<Float> {
    switch storage {
    case .whole(let filter): filter
    case .blocks(let filter): UnsafePointer(filter.joined.pointer)
    }
  }

  /// The filter of a matrix product.
  func blocks(columns: Int, depth: Int) -> [FilterBlocks.Block] {
    switch storage {
    case .whole(let filter): [FilterBlocks.Block(filter, columns: 0..<columns, terms: 0..<depth)]
    case .blocks(let filter): filter.blocks
    }
  }

  /// Those of some columns of a product whose filter has rows of `depth` weights.
  package func part(_ columns: Range<Int>, depth: Int) -> LayerWeights {
    LayerWeights(filter: filter + columns.lowerBound * depth, epilogue: epilogue.part(columns))
  }
}
