/// The memory of a trial, filled with numbers that depend only on a seed. Every tensor is surrounded by NaNs: a value
/// read from there turns a result into NaN, and one written there is noticed.
package final class TrialOperands: @unchecked Sendable {
  /// Which numbers they hold.
  package let numbers: TrialNumbers
  private let constants: [TrialMemory], inputs: [TrialMemory], outputs: [TrialMemory]
  private var scratch = TrialMemory(TrialTensor(0))
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Operands with the numbers for `seed`.
  package init<Weights>(_ trial: KernelTrial<Weights>, seed: UInt64, numbers: TrialNumbers = TrialNumbers()) {
    var noise = TrialNoise(state: seed)
    // Special numbers are drawn from their own noise, so that magnitudes are of the same numbers.
    var specialNoise = TrialNoise(state: ~seed)
    func filled(_ tensors: [TrialTensor], special: Bool) -> [TrialMemory] {
      tensors.map { tensor in
        let memory = TrialMemory(tensor)
        memory.fill(from: &noise, magnitudes: numbers.areMagnitudes)
        if numbers.special != .none, !tensor.isPlain {
          // Half of all sums have one, on average, and some have several.
          let number = TrialMemory.SpecialNumbers(
            rate: 1 / Float(max(8, 2 * trial.terms)), notFinite: special)
          memory.place(number, from: &specialNoise, magnitudes: numbers.areMagnitudes)
        }
        return memory
      }
    }
    self.numbers = numbers
    constants = filled(trial.constants, special: numbers.special == .constants)
    inputs = filled(trial.inputs, special: true)
    outputs = trial.outputs.map(TrialMemory.init)
    places = .allocate(capacity: inputs.count + outputs.count)
    for (index, memory) in (inputs + outputs).enumerated() { (places + index).initialize(to: memory.pointer) }
  }

  deinit { places.deallocate() }

  /// The weights of a layer, whose filter, bias and slopes are the constants from `first` on.
  ///
  /// If no activation is given, the number of channels determines which of three is used, so that a family's cases
  /// cover all of them.
  package func layerWeights(
    from first: Int = 0, channels: Int, activation: Epilogue.Activation? = nil
  ) -> LayerWeights {
    func floats(_ index: Int) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(
        start: constants[first + index].pointer.assumingMemoryBound(to: Float.self), count: channels)
    }
    let activation =
      activation
      ?? {
        switch numbers.areMagnitudes ? 0 : channels % 3 {
        case 1: .clamp(lower: 0, upper: 6)
        case 2: .slopes(AlignedBuffer(floats(2), paddedTo: 8))
        default: .none
        }
      }()
    return LayerWeights(
      filter: constants[first].pointer.assumingMemoryBound(to: Float.self),
      epilogue: Epilogue(bias: floats(1), channels: channels, activation: activation))
  }

  /// The operands as a kernel takes them, with the scratch that it needs.
  package func operands(for kernel: any UnitKernel) -> KernelOperands {
    scratch = TrialMemory(TrialTensor(kernel.scratchCount))
    return KernelOperands(
      inputs: UnsafePointer(places), outputs: UnsafePointer(places + inputs.count),
      scratch: scratch.pointer.assumingMemoryBound(to: Float.self))
  }

  /// The elements of an output, as floats.
  package func floats(ofOutput index: Int) -> [Float] {
    let memory = outputs[index]
    return (0..<memory.tensor.count).map { memory.pointer.load(fromByteOffset: $0 * 4, as: Float.self) }
  }

  /// The bytes of an output.
  package func bytes(ofOutput index: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: outputs[index].pointer, count: outputs[index].byteCount))
  }

  /// True if nothing was written beyond the ends of a tensor.
  package var areBordersIntact: Bool {
    (constants + inputs + outputs + [scratch]).allSatisfy(\.isBorderIntact)
  }
}

/// One tensor with its borders, not aligned to vectors.
private final class TrialMemory {
  private static let border = 264
  private static let mark: UInt32 = 0x7FC0_BEEF

  let tensor: TrialTensor
  let pointer: UnsafeMutableRawPointer
  private let base: UnsafeMutableRawPointer
  var byteCount: Int { tensor.count * tensor.element.byteCount }
  private var wordCount: Int { (2 * Self.border + byteCount + 7) / 4 }

  init(_ tensor: TrialTensor) {
    self.tensor = tensor
    let byteCount = tensor.count * tensor.element.byteCount
    base = .allocate(byteCount: 2 * Self.border + byteCount + 8, alignment: 64)
    pointer = base + Self.border
    for word in 0..<wordCount { base.storeBytes(of: Self.mark, toByteOffset: word * 4, as: UInt32.self) }
  }

  deinit { base.deallocate() }

  func fill(from noise: inout TrialNoise, magnitudes: Bool) {
    for index in 0..<tensor.count {
      var value = noise.next()
      switch tensor.values {
      case .upTo(let limit): value *= limit
      case .positive(let limit): value = (abs(value) + 0.01) * limit
      }
      if magnitudes { value = abs(value) }
      let place = index * tensor.element.byteCount
      switch tensor.element {
      case .float32: pointer.storeBytes(of: value, toByteOffset: place, as: Float.self)
      case .int64: pointer.storeBytes(of: Int64(value), toByteOffset: place, as: Int64.self)
      case .int32: pointer.storeBytes(of: Int32(clamping: Int(value)), toByteOffset: place, as: Int32.self)
      case .int16: pointer.storeBytes(of: Int16(clamping: Int(value)), toByteOffset: place, as: Int16.self)
      case .int8: pointer.storeBytes(of: Int8(clamping: Int(value)), toByteOffset: place, as: Int8.self)
      case .uint8: pointer.storeBytes(of: UInt8(clamping: Int(abs(value))), toByteOffset: place, as: UInt8.self)
      case .bool: pointer.storeBytes(of: value > 0 ? 1 : 0, toByteOffset: place, as: UInt8.self)
      }
    }
  }

  /// What is placed among other numbers.
  struct SpecialNumbers {
    /// The portion of elements.
    let rate: Float
    /// Whether some are not finite.
    let notFinite: Bool
  }

  /// Replaces some of the floats.
  func place(_ special: SpecialNumbers, from noise: inout TrialNoise, magnitudes: Bool) {
    guard tensor.element == .float32 else { return }
    for index in 0..<tensor.count where abs(noise.next()) < special.rate {
      let choices = special.notFinite && noise.next() > 0 ? TrialNumbers.notFinite : TrialNumbers.unusual
      let value = choices[min(Int(abs(noise.next()) * Float(choices.count)), choices.count - 1)]
      pointer.storeBytes(of: magnitudes ? abs(value) : value, toByteOffset: index * 4, as: Float.self)
    }
  }

  var isBorderIntact: Bool {
    // The words that hold no element.
    let after = (Self.border + byteCount + 3) / 4
    return (0..<Self.border / 4).allSatisfy(isMark) && (after..<wordCount).allSatisfy(isMark)
  }

  private func isMark(_ word: Int) -> Bool { base.load(fromByteOffset: word * 4, as: UInt32.self) == Self.mark }
}

/// Numbers from −1 to 1 determined by a seed (splitmix64).
private struct TrialNoise {
  var state: UInt64

  mutating func next() -> Float {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Float(Int32(truncatingIfNeeded: bits)) / 2_147_483_648
  }
}
