/// What happens to a sum before it is stored: bias per channel, optional residual addend, activation.
package struct Epilogue: Sendable {
  package enum Activation: Sendable {
    case none
    /// Clamps to `lower…upper` (ReLU, ReLU6, ReLU_N1_TO_1).
    case clamp(lower: Float, upper: Float)
    /// PReLU: negative values times the channel's slope. The buffer is padded to a multiple of 8. Slopes are finite:
    /// emitted code adds zero times the slope to positive values.
    case slopes(AlignedBuffer)
  }

  /// One per channel, zero-padded to a multiple of 8.
  package let bias: AlignedBuffer
  package let activation: Activation
  /// Slopes or limits for compiled code, unwrapped once and without reference counting.
  private nonisolated(unsafe) let slopes: UnsafePointer<Float>?
  private let lower: Float, upper: Float

  /// - Parameter bias: one value per channel, or nil for zeros.
  package init(bias: UnsafeBufferPointer<Float>?, channels: Int, activation: Activation) {
    self.init(
      bias: bias.map { AlignedBuffer($0, paddedTo: 8) } ?? AlignedBuffer(zeros: (channels + 7) / 8 * 8),
      activation: activation)
  }

  /// - Precondition: `bias` is padded.
  init(bias: AlignedBuffer, activation: Activation) {
    (self.bias, self.activation) = (bias, activation)
    switch activation {
    case .none: (slopes, lower, upper) = (nil, -.infinity, .infinity)
    case .clamp(let lower, let upper): (slopes, self.lower, self.upper) = (nil, lower, upper)
    case .slopes(let slopes): (self.slopes, lower, upper) = (UnsafePointer(slopes.pointer), 0, 0)
    }
  }

  package var memory: [any KernelMemory] {
    if case .slopes(let slopes) = activation { [bias, slopes] } else { [bias] }
  }

  /// The same for some channels.
  func part(_ channels: Range<Int>) -> Epilogue {
    func part(_ buffer: AlignedBuffer) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(start: buffer.pointer + channels.lowerBound, count: channels.count)
    }
    var activation = activation
    if case .slopes(let slopes) = activation { activation = .slopes(AlignedBuffer(part(slopes), paddedTo: 8)) }
    return Epilogue(bias: part(bias), channels: channels.count, activation: activation)
  }

  /// The same for eight pixels' channels as those of one.
  func eightTimes(channels: Int) -> Epilogue {
    func eightTimes(_ buffer: AlignedBuffer) -> AlignedBuffer {
      let all = AlignedBuffer(zeros: 8 * channels)
      for index in 0..<8 { (all.pointer + index * channels).update(from: buffer.pointer, count: channels) }
      return all
    }
    var activation = activation
    if case .slopes(let slopes) = activation { activation = .slopes(eightTimes(slopes)) }
    return Epilogue(bias: eightTimes(bias), activation: activation)
  }

  /// Finishes four channels, starting at `channel`.
  @inline(__always)
  package func finish(_ sum: Vector4, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector4 {
    finish(biased: sum + Vector4(loading: bias.pointer + channel), channel: channel, addend: addend)
  }

  /// Finishes one channel.
  @inline(__always)
  package func finish(_ sum: Float, channel: Int, addend: Float? = nil) -> Float {
    finish(biased: sum + bias.pointer[channel], channel: channel, addend: addend)
  }

  // MARK: Sums that began with the bias

  /// Finishes four channels, starting at `channel`, of sums that include the bias.
  @inline(__always)
  func finish(biased sum: Vector4, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector4 {
    var value = sum
    if let addend { value += Vector4(loading: addend) }
    guard let slopes else { return value.limited(Vector4(repeating: lower), Vector4(repeating: upper)) }
    return value.leaky(Vector4(loading: slopes + channel))
  }

  /// Finishes eight channels, starting at `channel`, of sums that include the bias.
  @inline(__always)
  func finish(biased sum: Vector8, channel: Int, addend: UnsafePointer<Float>? = nil) -> Vector8 {
    Vector8(
      low: finish(biased: sum.low, channel: channel, addend: addend),
      high: finish(biased: sum.high, channel: channel + 4, addend: addend.map { $0 + 4 }))
  }

  /// Finishes one channel of a sum that includes the bias.
  @inline(__always)
  func finish(biased sum: Float, channel: Int, addend: Float? = nil) -> Float {
    var value = sum
    if let addend { value += addend }
    guard let slopes else { return value < lower ? lower : (value > upper ? upper : value) }
    return value < 0 ? value * slopes[channel] : value
  }

  /// The activation of eight channels, loaded once for many sums.
  struct Eight {
    fileprivate let slopes: Vector8?
    fileprivate let lower: Vector4, upper: Vector4

    @inline(__always)
    func applied(to values: Vector8) -> Vector8 {
      guard let slopes else {
        return Vector8(low: values.low.limited(lower, upper), high: values.high.limited(lower, upper))
      }
      return Vector8(low: values.low.leaky(slopes.low), high: values.high.leaky(slopes.high))
    }
  }

  /// The activation of eight channels, starting at `channel`.
  @inline(__always)
  func eight(_ channel: Int) -> Eight {
    Eight(
      slopes: slopes.map { Vector8(loading: $0 + channel) }, lower: Vector4(repeating: lower),
      upper: Vector4(repeating: upper))
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

/// A layer's constant operands as stored in the model; a kernel packs them when it is created.
package struct LayerWeights {
  private enum Filter {
    case whole(UnsafePointer<Float>)
    case blocks(FilterBlocks)
    case halves(HalfFilter, from: Int)
  }
  private let storage: Filter
  package let epilogue: Epilogue

  /// Borrows `filter` while kernels are created.
  package init(filter: UnsafePointer<Float>, epilogue: Epilogue) {
    (storage, self.epilogue) = (.whole(filter), epilogue)
  }

  /// The same for the filter of a matrix product, which owns its copy when joined.
  package init(_ filter: FilterBlocks, epilogue: Epilogue) {
    (storage, self.epilogue) = (.blocks(filter), epilogue)
  }

  /// The same for a filter of halves.
  package init(_ filter: HalfFilter, epilogue: Epilogue) {
    (storage, self.epilogue) = (.halves(filter, from: 0), epilogue)
  }

  /// Little-endian halves at any address, if the filter is stored as such; a matrix product may pack them.
  package var halves: UnsafeRawPointer? {
    if case .halves(let filter, let first) = storage { filter.halves + first * 2 } else { nil }
  }

  /// The filter, in TFLite's layout for the operator.
  package var filter: UnsafePointer<Float> {
    switch storage {
    case .whole(let filter): filter
    case .blocks(let filter): UnsafePointer(filter.joined.pointer)
    case .halves(let filter, let first): filter.floats + first
    }
  }

  /// The filter of a matrix product.
  package func blocks(columns: Int, depth: Int) -> [FilterBlocks.Block] {
    switch storage {
    case .whole, .halves: [FilterBlocks.Block(filter, columns: 0..<columns, terms: 0..<depth)]
    case .blocks(let filter): filter.blocks
    }
  }

  /// The weights of some columns of a product with filter rows of `depth` weights.
  package func part(_ columns: Range<Int>, depth: Int) -> LayerWeights {
    let first = columns.lowerBound * depth
    if case .halves(let filter, let start) = storage {
      return LayerWeights(.halves(filter, from: start + first), epilogue.part(columns))
    }
    return LayerWeights(filter: filter + first, epilogue: epilogue.part(columns))
  }

  private init(_ storage: Filter, _ epilogue: Epilogue) { (self.storage, self.epilogue) = (storage, epilogue) }
}
