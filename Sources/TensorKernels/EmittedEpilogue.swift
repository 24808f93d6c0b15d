import MachineCode

/// The constants of an epilogue as emitted code reads them, in front of a group of channels' weights.
///
///     bias      one a channel
///     none:     –
///     clamp:    a vector of the lower limit, one of the upper
///     slopes:   one a channel
struct EmittedEpilogue {
  let epilogue: Epilogue
  var width = VectorWidth.bits256

  /// Bytes in front of the weights of a group of so many vectors of channels.
  func headerByteCount(vectors: Int) -> Int { (vectors + extraVectors(vectors)) * width.byteCount }

  private func extraVectors(_ vectors: Int) -> Int {
    switch epilogue.activation {
    case .none: 0
    case .clamp: 2
    case .slopes: vectors
    }
  }

  /// Writes the header of the group whose first channel is `channel`.
  func write(to target: UnsafeMutablePointer<Float>, channel: Int, vectors: Int) {
    let count = vectors * width.laneCount
    copy(epilogue.bias, channel, to: target, count: count)
    switch epilogue.activation {
    case .none: break
    case .clamp(let lower, let upper):
      (target + count).update(repeating: lower, count: width.laneCount)
      (target + count + width.laneCount).update(repeating: upper, count: width.laneCount)
    case .slopes(let slopes): copy(slopes, channel, to: target + count, count: count)
    }
  }

  private func copy(_ source: AlignedBuffer, _ channel: Int, to target: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count { target[i] = channel + i < source.count ? source.pointer[channel + i] : 0 }
  }

  /// Emits the activation of finished sums.
  ///
  /// - Parameters:
  ///   - sums: registers, each with the vector of the group that it belongs to.
  ///   - header: address of the group's header.
  ///   - spare: three registers to use, none of them in `sums`.
  func emit(
    _ code: inout Assembler, sums: [(register: VectorRegister, vector: Int)], header: GeneralRegister, vectors: Int,
    spare: [VectorRegister]
  ) {
    switch epilogue.activation {
    case .none: break
    case .clamp(let lower, let upper):
      code.vmovups(spare[0], Memory(header, vectors * width.byteCount))
      code.vmovups(spare[1], Memory(header, (vectors + 1) * width.byteCount))
      for sum in sums {
        // The second operand wins over a NaN, so a NaN sum stays.
        if lower > -.infinity { code.vmaxps(sum.register, spare[0], sum.register) }
        if upper < .infinity { code.vminps(sum.register, spare[1], sum.register) }
      }
    case .slopes:
      code.vxorps(spare[0], spare[0], spare[0])
      for sum in sums {
        code.vmovups(spare[2], Memory(header, (vectors + sum.vector) * width.byteCount))
        code.vminps(spare[1], spare[0], sum.register)
        code.vmaxps(sum.register, spare[0], sum.register)
        code.vfmadd231ps(sum.register, spare[1], spare[2])
      }
    }
  }
}
