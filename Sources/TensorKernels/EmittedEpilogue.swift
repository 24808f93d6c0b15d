import MachineCode

/// The constants of an epilogue as emitted code reads them, before the weights of a group of channels.
///
///     bias      one per channel
///     none:     –
///     clamp:    a vector of the lower limit, one of the upper
///     slopes:   one per channel
package struct EmittedEpilogue {
  package let epilogue: Epilogue
  package let width: VectorWidth
  /// Whether the last vector of a group has half as many channels, twice.
  package let pairsRows: Bool

  package init(epilogue: Epilogue, width: VectorWidth = .bits256, pairsRows: Bool = false) {
    (self.epilogue, self.width, self.pairsRows) = (epilogue, width, pairsRows)
  }

  /// Code depends on the kind of activation; bias and slopes are read at run time.
  package enum Activation: Hashable {
    case none
    case clamp(lower: Float, upper: Float)
    case slopes

    package init(_ activation: Epilogue.Activation) {
      switch activation {
      case .none: self = .none
      case .clamp(let lower, let upper): self = .clamp(lower: lower, upper: upper)
      case .slopes: self = .slopes
      }
    }
  }

  package func headerByteCount(vectors: Int) -> Int {
    switch epilogue.activation {
    case .none: vectors * width.byteCount
    case .clamp: upperOffset(vectors: vectors) + width.byteCount
    case .slopes: slopeOffset(vectors, vectors: vectors)
    }
  }

  /// Byte offset of the biases of vector `index` of the group.
  package func biasOffset(_ index: Int) -> Int { index * width.byteCount }
  package func lowerOffset(vectors: Int) -> Int { vectors * width.byteCount }
  package func upperOffset(vectors: Int) -> Int { (vectors + 1) * width.byteCount }
  package func slopeOffset(_ index: Int, vectors: Int) -> Int { (vectors + index) * width.byteCount }

  /// Writes the header of the group whose first channel is `channel`.
  package func write(to target: UnsafeMutablePointer<Float>, channel: Int, vectors: Int) {
    let count = vectors * width.laneCount
    copy(epilogue.bias, channel, to: target + biasOffset(0) / 4, count: count)
    switch epilogue.activation {
    case .none: break
    case .clamp(let lower, let upper):
      (target + lowerOffset(vectors: vectors) / 4).update(repeating: lower, count: width.laneCount)
      (target + upperOffset(vectors: vectors) / 4).update(repeating: upper, count: width.laneCount)
    case .slopes(let slopes):
      copy(slopes, channel, to: target + slopeOffset(0, vectors: vectors) / 4, count: count)
    }
  }

  private func copy(_ source: AlignedBuffer, _ channel: Int, to target: UnsafeMutablePointer<Float>, count: Int) {
    let repeated = pairsRows ? width.laneCount / 2 : 0
    for i in 0..<count {
      let place = channel + (i < count - repeated ? i : i - repeated)
      target[i] = place < source.count ? source.pointer[place] : 0
    }
  }
}
