extension AlignedBuffer {
  /// A struct of constants, which emitted code reads at its fields' offsets, and zeros after it.
  ///
  /// - Parameter following: floats after the struct, from its stride on.
  convenience init<Constants: BitwiseCopyable>(_ constants: Constants, following count: Int = 0) {
    self.init(zeros: (MemoryLayout<Constants>.stride + 3) / 4 + count)
    UnsafeMutableRawPointer(pointer).storeBytes(of: constants, as: Constants.self)
  }
}

/// Eight floats, as emitted code of every width reads constants.
typealias Lanes = SIMD8<Float>

/// Eight set lanes and eight clear ones, in this order in memory: the eight lanes that begin n before the clear ones
/// are a mask of n lanes.
struct TailMasks {
  private let set = SIMD8<UInt32>(repeating: .max)
  /// Where the clear lanes begin.
  let clear = SIMD8<UInt32>(repeating: 0)
}
