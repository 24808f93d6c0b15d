import TensorKernels

/// The memory of a trial, filled with numbers that depend only on a seed. Every tensor is surrounded by NaNs: a value
/// read from there turns a result into NaN, and one written there is noticed.
package final class TrialOperands: @unchecked Sendable {
  /// Which numbers they hold.
  package let numbers: TrialNumbers
  private let constants: [TrialMemory], inputs: [TrialMemory], outputs: [TrialMemory]
  private var scratch: TrialMemory
  private let side: TrialSide?
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Operands with the numbers for `seed`.
  ///
  /// - Parameter side: the side on which every tensor is next to an inaccessible page; nil for none.
  package init<Weights>(
    _ trial: KernelTrial<Weights>, seed: UInt64, numbers: TrialNumbers = TrialNumbers(), against side: TrialSide? = nil
  ) {
    var noise = TrialNoise(state: seed)
    // Special numbers are drawn from their own noise, so that magnitudes are of the same numbers.
    var specialNoise = TrialNoise(state: ~seed)
    func filled(_ tensors: [TrialTensor], special: Bool) -> [TrialMemory] {
      tensors.map { tensor in
        let memory = TrialMemory(tensor, against: side)
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
    outputs = trial.outputs.map { TrialMemory($0, against: side) }
    scratch = TrialMemory(TrialTensor(0), against: nil)
    self.side = side
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
    scratch = TrialMemory(TrialTensor(kernel.scratchCount), against: side, isScratch: true)
    return KernelOperands(
      inputs: UnsafePointer(places), outputs: UnsafePointer(places + inputs.count),
      scratch: scratch.pointer.assumingMemoryBound(to: Float.self))
  }

  /// The first byte of an input.
  package func pointer(toInput index: Int) -> UnsafeRawPointer { UnsafeRawPointer(inputs[index].pointer) }

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
