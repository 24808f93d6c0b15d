extension AlignedBuffer {
  /// Constants for emitted code to read at their fields' offsets, followed by zeros.
  ///
  /// - Parameter following: the number of floats after the struct, from its stride on.
  convenience init<Constants: BitwiseCopyable>(_ constants: Constants, following count: Int = 0) {
    self.init(zeros: (MemoryLayout<Constants>.stride + 3) / 4 + count)
    UnsafeMutableRawPointer(pointer).storeBytes(of: constants, as: Constants.self)
  }
}

/// Emitted code of every width reads constants as eight floats.
typealias Lanes = SIMD8<Float>

/// Eight set lanes, then eight clear ones: a load n lanes before the clear ones is a mask of n lanes.
struct TailMasks {
  private let set = SIMD8<UInt32>(repeating: .max)
  let clear = SIMD8<UInt32>(repeating: 0)
}
